import { WalletError } from '../errors/wallet-error.ts';

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
