import type { WalletError } from '../errors/wallet-error.ts';
import type { ElementTexts } from './texts/texts.ts';

const SECOND = 1_000;

/** Errors that are about what was typed. */
const aboutInput: readonly string[] = [
  'WRONG_CODE',
  'CODE_EXPIRED',
  'INVALID_INPUT',
  'RATE_LIMITED',
];

export function isAboutInput({ code }: WalletError): boolean {
  return aboutInput.includes(code);
}

/** Whether an error is that the browser has no network. */
export function isOffline({ code }: WalletError): boolean {
  return code === 'NETWORK' && globalThis.navigator?.onLine === false;
}

/** What an error means for a person, and when another attempt is possible. */
export function errorWords(error: WalletError, { errors, wait, offline }: ElementTexts): string {
  const { code, retryAfter } = error;
  const words = isOffline(error) ? offline : (errors[code] ?? errors.UNEXPECTED);
  return retryAfter === undefined ? words : `${words} ${wait(Math.ceil(retryAfter / SECOND))}`;
}
