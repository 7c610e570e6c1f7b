import { z } from 'zod';
import type { Form } from './form.ts';

const loopbackHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export const isLoopback = (baseUrl: string): boolean => loopbackHost.test(new URL(baseUrl).hostname);

const faultOf = (text: string): string | undefined => {
  if (!URL.canParse(text)) return 'a URL such as https://sandbox.example.com';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'an https URL';
  if (url.protocol === 'http:' && !isLoopback(text)) return 'an https URL; plain http is for loopback only';
  if (url.username !== '' || url.password !== '') return 'without a user name or a password';
  if (/[?#]/.test(text)) return 'without a query or a fragment';
  return undefined;
};

/** Normalised: no slash at the end, so that a path can be put behind it. */
export const baseUrl: Form<string> = {
  schema: z
    .string()
    .check((context) => {
      const fault = faultOf(context.value);
      if (fault !== undefined) context.issues.push({ code: 'custom', message: fault, input: context.value });
    })
    .transform((text) => new URL(text).href.replace(/\/+$/, '')),
  right: 'an https URL, or http on loopback',
};

/** Host and path: several environments may have one host. */
export const placeOf = (baseUrl: string): string => {
  const { host, pathname } = new URL(baseUrl);
  return `${host}${pathname.replace(/\/$/, '')}`;
};

/** As a URL writes it: lower case, the port only where it is not the usual one. */
export const host: Form<string> = {
  schema: z
    .string()
    .regex(/^[^\s/?#@\\]+(?:\/[^\s/?#@\\]+)*\/?$/)
    .refine((text) => URL.canParse(`https://${text}`))
    .transform((text) => placeOf(`https://${text}`)),
  right: 'a host such as sandbox.example.com, with its port where the base URL has one; the path may follow',
};
