import type { WalletError } from '../errors/wallet-error.ts';
import type { ElementTexts } from './texts/texts.ts';

const SECOND = 1_000;

/** Errors that are about what was typed. */
const aboutInput: readonly string[] = ['WRONG_CODE', 'CODE_EXPIRED', 'INVALID_INPUT'];

export function isAboutInput({ code }: WalletError): boolean {
  return aboutInput.includes(code);
}

/** On a developer's machine errors also say what to change in the set-up. */
export function isDevelopment(): boolean {
  return /^(?:localhost|127\.|\[::1\])/.test(globalThis.location?.host ?? '');
}

/** What an error means for a person, and when another attempt is possible. */
export function errorWords(
  { code, retryAfter }: WalletError,
  { errors, wait, offline }: ElementTexts,
): string {
  const isOffline = code === 'NETWORK' && globalThis.navigator?.onLine === false;
  const words = isOffline ? offline : (errors[code] ?? errors.UNEXPECTED);
  return retryAfter === undefined ? words : `${words} ${wait(Math.ceil(retryAfter / SECOND))}`;
}
