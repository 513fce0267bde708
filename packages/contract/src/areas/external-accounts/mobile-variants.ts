import * as z from 'zod';
import { pattern, phoneNumber, provider } from './account-fields.ts';

/** Mobile wallets, named by their currency. */
export const mobileVariants = {
  BWP_ACCOUNT: {
    fields: { phoneNumber, provider },
    rails: ['MOBILE_MONEY'],
    person: [],
  },
  HTG_ACCOUNT: {
    fields: { phoneNumber },
    rails: ['MOBILE_MONEY'],
    person: [],
  },
  KES_ACCOUNT: {
    fields: { phoneNumber: pattern(/^\+254[0-9]{9}$/), provider },
    rails: ['MOBILE_MONEY'],
    person: [],
  },
  MWK_ACCOUNT: {
    fields: { phoneNumber, provider },
    rails: ['MOBILE_MONEY'],
    person: [],
  },
  RWF_ACCOUNT: {
    fields: { phoneNumber: pattern(/^\+250[0-9]{9}$/), provider },
    rails: ['MOBILE_MONEY'],
    person: [],
  },
  TZS_ACCOUNT: {
    fields: { phoneNumber: pattern(/^\+255[0-9]{9}$/), provider },
    rails: ['MOBILE_MONEY'],
    person: [],
  },
  UGX_ACCOUNT: {
    fields: { phoneNumber, provider },
    rails: ['MOBILE_MONEY'],
    person: [],
  },
  XAF_ACCOUNT: {
    fields: { phoneNumber, provider, region: z.enum(['CM', 'CG']) },
    rails: ['MOBILE_MONEY'],
    person: [],
  },
  XOF_ACCOUNT: {
    fields: { phoneNumber, provider, region: z.enum(['BJ', 'CI', 'SN', 'TG']) },
    rails: ['MOBILE_MONEY'],
    person: [],
  },
  ZMW_ACCOUNT: {
    fields: { phoneNumber: pattern(/^\+260[0-9]{9}$/), provider },
    rails: ['MOBILE_MONEY'],
    person: [],
  },
} as const;
