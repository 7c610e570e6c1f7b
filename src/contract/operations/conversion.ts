import { conversion, conversionListing } from '#schemas';

export const conversionOperations = {
  'conversion.list': {
    number: 12,
    heading: 'List conversions',
    method: 'GET',
    path: '/v1/ramp/{subaccountId}/banking/conversions',
    call: 'listConversions',
    purpose: 'list conversions',
    success: conversionListing,
    holds: ['identifiers', 'timestamps', 'amounts', 'lowerCaseCodes'],
    movesMoney: false,
  },
  'conversion.read': {
    number: 13,
    heading: 'Get conversion',
    method: 'GET',
    path: '/v1/ramp/{subaccountId}/banking/conversions/{conversionId}',
    call: 'readConversion',
    purpose: 'read a conversion',
    success: conversion,
    holds: ['identifiers', 'timestamps', 'amounts', 'lowerCaseCodes'],
    movesMoney: false,
  },
} as const;
