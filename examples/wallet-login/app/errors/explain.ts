import { isWalletError, type WalletErrorCode } from '@org/payments-wallet';
import { PlatformError } from '../platform/api.ts';

/** An error, for people. */
export interface Explanation {
  readonly title: string;
  readonly detail: string;
}

const text = (title: string, detail: string): Explanation => ({ title, detail });

const byCode: Partial<Record<WalletErrorCode, Explanation>> = {
  CANCELLED: text('Nothing was done', 'The passkey dialog was closed. Try again when you like.'),
  CHALLENGE_EXPIRED: text('That took too long', 'The request has expired. Please try again.'),
  WRONG_PASSKEY: text('Another passkey was used', 'Choose the passkey of this account.'),
  PASSKEY_EXISTS: text('This device has one already', 'Use the passkey you made here before.'),
  PASSKEY_UNAVAILABLE: text(
    'This device cannot keep a passkey',
    'Try a phone or a security key, or continue with e-mail codes.',
  ),
  PASSKEY_FAILED: text('The passkey did not work', 'Your device reported a fault. Try again.'),
  PASSKEY_REJECTED: text(
    'The passkey was not accepted',
    'Try again, or sign in with an e-mail code.',
  ),
  PASSKEYS_UNSUPPORTED: text(
    'No passkeys in this browser',
    'Sign in with an e-mail code, or open this page in another browser.',
  ),
  INSECURE_CONTEXT: text(
    'This page is not secure',
    'Keys can only be made on https or on localhost. Open it there.',
  ),
  RATE_LIMITED: text('Too many attempts', 'Please wait a little before the next one.'),
  NOT_SIGNED_IN: text('You are signed out', 'Sign in to your wallet to continue.'),
  SESSION_EXPIRED: text('Your session has expired', 'Nothing was changed. Sign in again.'),
  SESSION_ENDED: text('Your session was ended', 'Nothing was changed. Sign in again.'),
  SESSION_CHANGED: text('Your session changed meanwhile', 'Nothing was changed. Try again.'),
  REVIEW_REFUSED: text('Not signed', 'Nothing was changed.'),
  SIGNATURE_REJECTED: text('The signature was not accepted', 'Nothing was changed. Try again.'),
  KEY_UNUSABLE: text('The session key cannot be used', 'Sign in again to get a new one.'),
  NETWORK: text('No connection', 'Nothing was changed. Try again once you are online.'),
  OUTCOME_UNKNOWN: text(
    'The response was lost',
    'The change may have been made or not. What you see here has been read again.',
  ),
  SERVICE_UNAVAILABLE: text('The service does not respond', 'Nothing was changed. Try again soon.'),
  PLATFORM_LOGIN_REQUIRED: text('You are logged out of Larch', 'Log in again to continue.'),
};

/** Codes of the service and of the platform's own routes. */
const byServiceCode: Readonly<Record<string, Explanation>> = {
  INVALID_STATE_TRANSITION: text(
    'The card was changed meanwhile',
    'Its state is not the one this page showed. What you see has been read again.',
  ),
  EMAIL_TAKEN: text('This address has an account', 'Log in instead of signing up.'),
  UNKNOWN_EMAIL: text(
    'No account has this address',
    'Check it, or sign up. It is a demo: accounts ' + 'last until the demo is stopped.',
  ),
  INVALID_INPUT: text('This cannot be used', 'Fill in a name and a complete e-mail address.'),
  NOT_AUTHENTICATED: text('You are logged out of Larch', 'Log in again to continue.'),
};

const unexpected = text('That did not work', 'Something unexpected happened. Please try again.');

function withWait({ title, detail }: Explanation, milliseconds: number | undefined): Explanation {
  if (milliseconds === undefined) return { title, detail };
  const seconds = Math.ceil(milliseconds / 1000);
  const short = seconds === 1 ? '1 second' : `${seconds} seconds`;
  const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : short;
  return { title, detail: `You can try again in ${wait}.` };
}

/** Returns the text about an error for a person. */
export function explain(error: unknown): Explanation {
  if (error instanceof PlatformError) {
    const found = byServiceCode[error.code] ?? byCode[error.code as WalletErrorCode] ?? unexpected;
    return withWait(found, error.retryAfter);
  }
  if (!isWalletError(error)) return unexpected;
  const ofService = error.code === 'REFUSED' ? byServiceCode[error.serviceCode ?? ''] : undefined;
  return withWait(ofService ?? byCode[error.code] ?? unexpected, error.retryAfter);
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
