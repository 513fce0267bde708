import type { FieldError } from '@org/payments-contract';
import type { Call } from '../../engine/behaviour.ts';
import { invalidInput, refuse } from '../../engine/refusal.ts';
import { supportedCurrencies } from '../config/config.ts';
import { holderOfAddress } from './customers.ts';

/**
 * Checks that currencies are supported (rule 62). @throws Refusal 400 with one entry for each that
 * is not
 */
export function requireCurrencies({
  world,
  input,
}: Call<{ readonly currencies?: readonly string[] | undefined }>): void {
  const supported = supportedCurrencies(world);
  const errors = (input.currencies ?? []).flatMap((code, index): FieldError[] =>
    supported.includes(code)
      ? []
      : [{ field: `currencies.${index}`, message: `${code} is not supported` }],
  );
  if (errors.length > 0) throw invalidInput(errors);
}

/** Checks that no other customer has a UMA address. @throws Refusal 409 */
export function requireFreeUmaAddress({ world }: Call<unknown>, umaAddress: unknown): void {
  if (umaAddress === undefined) return;
  if (holderOfAddress(world, String(umaAddress)) === undefined) return;
  throw refuse('UMA_ADDRESS_EXISTS', 'The UMA address is taken', `${umaAddress} is taken.`);
}
