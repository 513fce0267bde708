import { area } from '../../engine/area.ts';
import { confirmEmail, confirmPhone, sendEmailCode, sendPhoneCode } from './operations.ts';

/** Verification of customers' e-mail addresses and phone numbers. */
export const contactVerificationArea = area({
  operations: {
    'contactVerification.confirmEmail': confirmEmail,
    'contactVerification.confirmPhone': confirmPhone,
    'contactVerification.sendEmailCode': sendEmailCode,
    'contactVerification.sendPhoneCode': sendPhoneCode,
  },
});
