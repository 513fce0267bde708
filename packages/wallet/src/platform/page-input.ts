import { WalletError } from '../errors/wallet-error.ts';
import { parseJson, toJson } from './captured.ts';

/**
 * Copies the own properties of an options object, so that nothing is read from a prototype: a
 * polluted `Object.prototype` cannot add a `review` or a `transport`.
 */
export function ownOptions<Options extends object>(options: Options | undefined): Options {
  return Object.assign(Object.create(null), options) as Options;
}

/**
 * Refuses options whose name is not known: a misspelt `review` would have no effect.
 *
 * @throws WalletError `INVALID_INPUT`
 */
export function checkOptionNames<Options extends object>(
  options: Options,
  known: Readonly<Record<keyof Options, true>>,
): void {
  for (const name in options) {
    if (!(name in known)) {
      throw new WalletError('INVALID_INPUT', { message: `\`${name}\` is not an option` });
    }
  }
}

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
