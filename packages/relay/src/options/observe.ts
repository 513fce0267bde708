import { callSafely } from '@org/payments-contract/internal';

/**
 * Calls an observer of the platform without waiting for it. It may throw or reject without effect
 * on the call. A failure is written to the console, without what the function threw, which may hold
 * secrets.
 */
export function observe<Arguments extends readonly unknown[]>(
  name: string,
  listener: ((...values: Arguments) => unknown) | undefined,
  ...values: Arguments
): void {
  callSafely(() => console.error(`payments relay: \`${name}\` failed.`), listener, ...values);
}
