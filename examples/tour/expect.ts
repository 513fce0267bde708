import { isPaymentsError } from '@org/payments-sdk';
import type { Printer } from './printer.ts';

/** A step of the tour had an unexpected result. */
export class TourFailure extends Error {
  override readonly name = 'TourFailure';
}

/** Throws unless two values are the same. */
export function same(what: string, actual: unknown, expected: unknown): void {
  if (!Object.is(actual, expected)) {
    throw new TourFailure(`${what} is ${String(actual)}; expected ${String(expected)}.`);
  }
}

/** Throws unless the call is refused with this code and, if given, this failed check. */
export async function refused(
  print: Printer,
  call: Promise<unknown>,
  expected: { readonly code: string; readonly failedCheck?: string },
): Promise<void> {
  let error: unknown;
  try {
    await call;
  } catch (thrown) {
    error = thrown;
  }
  if (!isPaymentsError(error)) throw new TourFailure(`The call should fail with ${expected.code}.`);
  same('The code', error.code, expected.code);
  const { failedCheck, reason } = error as { failedCheck?: string; reason?: string };
  if (expected.failedCheck !== undefined)
    same('The failed check', failedCheck, expected.failedCheck);
  print.note('refused', `${error.name} ${error.code}${reason === undefined ? '' : `: ${reason}`}`);
  print.note('to do', error.action);
}
