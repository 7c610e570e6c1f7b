import { conversion, conversionListing } from '#schemas';
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
