import { redact } from '@org/payments-contract';
import { RunError } from './run-error.ts';

/**
 * What the state keeps of a result: JSON in which every field that the contract marks as secret is
 * masked. The program gets the same in every start, so that it does not depend on what is not kept.
 */
export function keptResult(value: unknown, what: string, itemId: string): unknown {
  if (value === undefined) return null;
  try {
    return redact(JSON.parse(JSON.stringify(value) ?? 'null'));
  } catch (error) {
    const message = `${what} returned something that is not JSON, so that it cannot be kept.`;
    throw new RunError('RUN_PAY_FAILED', { message, itemId, cause: error });
  }
}
