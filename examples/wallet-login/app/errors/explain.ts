import { isWalletError } from '@org/payments-wallet';
import { english } from '@org/payments-wallet/ui';
import { PlatformError } from '../platform/api.ts';

/** Codes of the service and of the platform's own routes; the elements have words for all others. */
const texts: Readonly<Record<string, string>> = {
  INVALID_STATE_TRANSITION: 'The card was changed meanwhile. What you see has been read again.',
  INVALID_PAYMENT: 'This cannot be paid. Choose whom to pay, and an amount.',
  EMAIL_TAKEN: 'This address has an account. Log in instead of signing up.',
  UNKNOWN_EMAIL: 'No account has this address. Accounts last until the demo is stopped.',
  INVALID_INPUT: 'This cannot be used. Fill in a name and a complete e-mail address.',
  NOT_AUTHENTICATED: 'You are logged out of Larch. Log in again to continue.',
};

/** Returns the text about an error for a person. */
export function explain(error: unknown): string {
  const isKnown = isWalletError(error) || error instanceof PlatformError;
  if (!isKnown) return english.errors.UNEXPECTED;
  const code = isWalletError(error) ? (error.serviceCode ?? error.code) : error.code;
  const words: Readonly<Record<string, string>> = { ...english.errors, ...texts };
  const text = words[code] ?? words[error.code] ?? english.errors.UNEXPECTED;
  const retryAfter = isWalletError(error) ? error.retryAfter : undefined;
  return retryAfter === undefined ? text : `${text} ${english.wait(Math.ceil(retryAfter / 1000))}`;
}

/** A field of a form that an error can be about. */
export type FormField = 'name' | 'email';

const fieldOfCode: Readonly<Record<string, FormField>> = {
  EMAIL_TAKEN: 'email',
  UNKNOWN_EMAIL: 'email',
};

/** Returns the field that an error is about, if any. */
export function fieldOf(error: unknown): FormField | undefined {
  return error instanceof PlatformError ? (error.field ?? fieldOfCode[error.code]) : undefined;
}

/** Whether an error means that the platform's own login has ended. */
export function isLoggedOut(error: unknown): boolean {
  if (error instanceof PlatformError) return error.code === 'NOT_AUTHENTICATED';
  return isWalletError(error) && error.code === 'PLATFORM_LOGIN_REQUIRED';
}
