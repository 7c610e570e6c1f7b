/** A secret in base64 behind no, one and two other bytes, without the characters that it shares with them: so it stands in any text. */
const inBase64 = (secret: string): readonly string[] =>
  [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const [first, last] = [Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3)];
    return (['base64', 'base64url'] as const).map((coding) => bytes.toString(coding).slice(first, last));
  });

/** A secret as it is, and as someone who hides it from a search, or a library, would write it. */
export const writtenForms = (secret: string): readonly string[] => {
  const hex = Buffer.from(secret).toString('hex');
  const forms = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    ...inBase64(secret),
    hex,
    hex.toUpperCase(),
    [...secret].reverse().join(''),
  ];
  return [...new Set(forms)];
};
