import { WalletError } from '../errors/wallet-error.ts';
import { parseJson, toJson } from './captured.ts';

/**
 * Returns a copy of a value as JSON carries it. A page may change its own object afterwards, such as
 * the data of a form, and a framework may have wrapped it in a Proxy.
 *
 * @throws WalletError `INVALID_INPUT` for a value that JSON does not carry
 */
export function plain<T>(value: T): T {
  try {
    return (parseJson(toJson({ value })) as { readonly value: T }).value;
  } catch (cause) {
    throw new WalletError('INVALID_INPUT', { cause });
  }
}
