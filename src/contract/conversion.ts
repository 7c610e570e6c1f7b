import { conversion, conversionListing } from '#schemas';
import { implied, shown, silent } from './requirement.ts';

export const conversionOperations = {
  'conversion.list': {
    number: 12,
    method: 'GET',
    path: '/v1/ramp/{subaccountId}/banking/conversions',
    call: 'listConversions',
    purpose: 'list conversions',
    success: conversionListing,
    movesMoney: false,
  },
  'conversion.read': {
    number: 13,
    method: 'GET',
    path: '/v1/ramp/{subaccountId}/banking/conversions/{conversionId}',
    call: 'readConversion',
    purpose: 'read a conversion',
    success: conversion,
    movesMoney: false,
  },
} as const;

const record = 'Resources: Conversion';
const list = 'Endpoints: 12. List conversions';
const read = 'Endpoints: 13. Get conversion';

export const conversionRequirements = {
  'conversion.list/answer-for-an-absent-subaccount': silent(
    'open',
    'Errors',
    12,
    'Which answer the listing of an absent subaccount gets is open.',
  ),
  'conversion.list/never-serves-a-malformed-id': implied(
    'error',
    list,
    12,
    'An id that is no UUID is refused or lists nothing, and breaks nothing.',
  ),
  'conversion.read/returns-the-one-asked-for': implied(
    'consistency',
    read,
    13,
    'The id of the record is the id in the path.',
  ),
  'conversion.read/agrees-with-the-listing': implied(
    'consistency',
    read,
    [12, 13],
    'What the listing of conversions shows can be read, and agrees with its item there.',
  ),
  'conversion.read/nets-the-amount-less-the-fee': shown(
    'money',
    record,
    [12, 13],
    'The net amount is the amount less the fee.',
  ),
  'conversion.read/receives-the-net-at-its-rate': shown(
    'money',
    record,
    [12, 13],
    'The estimate is the net amount at the stated rate, within a millionth.',
  ),
  'conversion.read/has-a-positive-rate': implied('money', record, [12, 13], 'The rate is above zero.'),
  'conversion.read/changes-the-currency': shown(
    'record',
    record,
    [12, 13],
    'A conversion is between two different currencies.',
  ),
  'conversion.read/hides-what-is-absent': implied(
    'error',
    read,
    13,
    'A conversion that does not exist is never answered with a record.',
  ),
  'conversion.read/keeps-to-its-subaccount': implied(
    'consistency',
    read,
    13,
    'A conversion is not served under the path of another subaccount.',
  ),
  'conversion.read/never-serves-a-malformed-id': implied(
    'error',
    read,
    13,
    'An id that is no UUID is refused, and breaks nothing.',
  ),
  'conversion.read/answer-for-an-absent-conversion': silent(
    'open',
    'Errors',
    13,
    'Which status an absent conversion gets is open.',
  ),
} as const;
