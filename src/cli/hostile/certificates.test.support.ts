/** PEM from what stands between its lines. */
const pem = (what: string, text: string): string =>
  `-----BEGIN ${what}-----\n${text.replace(/(.{64})/g, '$1\n')}\n-----END ${what}-----\n`;

/** The key of these certificates, made for the tests and trusted nowhere. */
export const certificateKey = pem(
  'EC PRIVATE KEY',
  'MHcCAQEEICHez0K7ldAyrMgLP6CzMoKmMGC4Ly84oAdUv3V/0/iJoAoGCCqGSM49AwEHoUQDQgAEGVHhXl1atZWTngQ/q+Qa' +
    'XIpNtTYA1+cHFj3AxyyIpjnxsvDxvsn9mULsRcrtt3v6OB2d2T3fOAkd2DUhX3zDqQ==',
);

/** For 127.0.0.1, signed by itself, until 2126. */
export const selfSigned = pem(
  'CERTIFICATE',
  'MIIBmzCCAUGgAwIBAgIULCoRxD9zu66UtAnTUutcb7Q8YnYwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAX' +
    'DTI2MTEyMTA0MTYyMloYDzIxMjYxMDI4MDQxNjIyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO' +
    'PQMBBwNCAAQZUeFeXVq1lZOeBD+r5Bpcik21NgDX5wcWPcDHLIimOfGy8PG+yf2ZQuxFyu23e/o4HZ3ZPd84CR3YNSFffMOp' +
    'o28wbTAdBgNVHQ4EFgQU0MO+CyYopklGT2XaN+Ua2Ki1GzcwHwYDVR0jBBgwFoAU0MO+CyYopklGT2XaN+Ua2Ki1GzcwDwYD' +
    'VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARhwR/AAABgglsb2NhbGhvc3QwCgYIKoZIzj0EAwIDSAAwRQIhAN3b69RtTMx9kngw' +
    '1Dnj/XvVYfKOV0FRCmBFZvWz8ufKAiBTBRVgSCxL9dVHr2PoPHDbYzkjx0DSefW66HpSNbAMCA==',
);

/** For another host, signed by itself, until 2126. */
export const ofAnotherHost = pem(
  'CERTIFICATE',
  'MIIBrjCCAVOgAwIBAgIUIWjxbJDbeiQS+sGCNaAk/iVpjRwwCgYIKoZIzj0EAwIwHDEaMBgGA1UEAwwRZWxzZXdoZXJlLmV4' +
    'YW1wbGUwIBcNMjYxMTIxMDQxNzAwWhgPMjEyNjEwMjgwNDE3MDBaMBwxGjAYBgNVBAMMEWVsc2V3aGVyZS5leGFtcGxlMFkw' +
    'EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEGVHhXl1atZWTngQ/q+QaXIpNtTYA1+cHFj3AxyyIpjnxsvDxvsn9mULsRcrtt3v6' +
    'OB2d2T3fOAkd2DUhX3zDqaNxMG8wHQYDVR0OBBYEFNDDvgsmKKZJRk9l2jflGtiotRs3MB8GA1UdIwQYMBaAFNDDvgsmKKZJ' +
    'Rk9l2jflGtiotRs3MA8GA1UdEwEB/wQFMAMBAf8wHAYDVR0RBBUwE4IRZWxzZXdoZXJlLmV4YW1wbGUwCgYIKoZIzj0EAwID' +
    'SQAwRgIhAJRTHbiqKVZV/2QQ/4P6nclxkxMpehewIq3yNWLBj6jOAiEAzAFTPoycQftesVTAE2yi4m6ECgMW1cTDlC4nbTH6' +
    'o2o=',
);

/** For 127.0.0.1, signed by itself, until the end of 2020. */
export const expired = pem(
  'CERTIFICATE',
  'MIIBZTCCAQugAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwHhcNMjAwMTAxMDAwMDAwWhcNMjEwMT' +
    'AxMDAwMDAwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQZUeFeXVq1lZOeBD+r5Bpc' +
    'ik21NgDX5wcWPcDHLIimOfGy8PG+yf2ZQuxFyu23e/o4HZ3ZPd84CR3YNSFffMOpo04wTDAdBgNVHQ4EFgQU0MO+CyYopklGT2' +
    'XaN+Ua2Ki1GzcwDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARhwR/AAABgglsb2NhbGhvc3QwCgYIKoZIzj0EAwIDSAAwRQIg' +
    'WscckNof4aSAssOmOv0ez4kvOP2V3dSeuhTdNSQGtyMCIQDblOMAml6OSg+7lKrLR7t9ewXfgZLw9HG+trZoPKfpYw==',
);

/** For 127.0.0.1, signed by itself, from 2120. */
export const notYetValid = pem(
  'CERTIFICATE',
  'MIIBaTCCAQ+gAwIBAgIBAjAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwIhgPMjEyMDAxMDEwMDAwMDBaGA8yMT' +
    'I2MDEwMTAwMDAwMFowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEGVHhXl1atZWTngQ/' +
    'q+QaXIpNtTYA1+cHFj3AxyyIpjnxsvDxvsn9mULsRcrtt3v6OB2d2T3fOAkd2DUhX3zDqaNOMEwwHQYDVR0OBBYEFNDDvgsmKK' +
    'ZJRk9l2jflGtiotRs3MA8GA1UdEwEB/wQFMAMBAf8wGgYDVR0RBBMwEYcEfwAAAYIJbG9jYWxob3N0MAoGCCqGSM49BAMCA0gA' +
    'MEUCIAXmvcWr9Ruaw43MM3EAZZZsCsad4ca1Td82k7DaBnkfAiEA/EzWshtJ4l2iCLR2OGYvw3H4eOPGMwIhXFyCFpZQXd0=',
);
