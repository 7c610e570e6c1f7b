import { conversion, conversionListing } from '#schemas';
import { sectionsOf } from '../claim.ts';
import type { Operation } from '../operation.ts';

export const operations = [
  {
    id: 'conversion.list',
    number: 12,
    heading: 'List conversions',
    group: 'Conversions',
    method: 'GET',
    path: '/v1/ramp/{subaccountId}/banking/conversions',
    call: 'listConversions',
    purpose: 'list conversions',
    success: conversionListing,
    values: ['identifiers', 'timestamps', 'amounts', 'lowerCaseCodes'],
    movesMoney: false,
    page: { reads: 'conversion.read', counts: 'total' },
    personal: true,
    texts: ['data.fromCurrency', 'data.toCurrency'],
  },
  {
    id: 'conversion.read',
    number: 13,
    heading: 'Get conversion',
    group: 'Conversions',
    method: 'GET',
    path: '/v1/ramp/{subaccountId}/banking/conversions/{conversionId}',
    call: 'readConversion',
    purpose: 'read a conversion',
    success: conversion,
    values: ['identifiers', 'timestamps', 'amounts', 'lowerCaseCodes'],
    movesMoney: false,
    varying: { always: [] },
    amountsIn: 'Resources: Conversion',
    personal: true,
    texts: ['fromCurrency', 'toCurrency'],
  },
] as const satisfies readonly Operation[];

const section = sectionsOf('conversion.read', ['conversion.list', 'conversion.read']);
const recordHeading = 'Resources: Conversion';

const money = section('money', recordHeading);
const record = section('record', recordHeading);

export const requirements = [
  money.implied(
    'nets-at-most-the-amount',
    'The net amount is not above the amount, and more than nothing where that is more than the fee.',
  ),
  money.shown('nets-the-amount-less-the-fee', 'The net amount is the amount less the fee.'),
  money.shown('receives-the-net-at-its-rate', 'The estimate is the net amount at the stated rate, within a millionth.'),
  money.implied('has-a-positive-rate', 'The rate is above zero.'),
  record.shown('changes-the-currency', 'A conversion is between two different currencies.'),
];
