import { inspect } from 'node:util';
import { isPaymentsError, PaymentsError } from '@org/payments-sdk';
import { afterAll, beforeAll } from 'vitest';
import { MARK } from './subject.ts';

/** Milliseconds after which a call hangs: far beyond what a busy machine takes for one. */
const HANG = 60_000;

/** How a call ended. */
export type Ending = { readonly value: unknown } | { readonly error: PaymentsError };

/**
 * Keeps the stacks of errors short in the tests of this file: thousands of errors are searched, and
 * the lines of a stack, which hold places in files only, would take much of the time.
 */
export function keepStacksShort(): void {
  const { stackTraceLimit } = Error;
  beforeAll(() => {
    Error.stackTraceLimit = 1;
  });
  afterAll(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });
}

const everything = {
  depth: 20,
  maxStringLength: null,
  maxArrayLength: null,
  // One line for each property, as text that is searched: columns would only take time.
  compact: false,
} as const;

/** Returns every form of a value as text. */
function shown(value: unknown): string {
  if (!(value instanceof Error)) return inspect(value, everything);
  const hidden = { ...everything, showHidden: true, getters: true };
  return [String(value), JSON.stringify(value), value.stack, inspect(value, hidden)].join('\n');
}

/** @throws Error that shows where a marked secret is */
export function expectNoSecret(value: unknown, what: string): void {
  const text = shown(value);
  const at = text.indexOf(MARK);
  if (at !== -1) throw new Error(`${what} shows a secret: …${text.slice(at - 80, at + 60)}…`);
}

/**
 * Ends a call as callers do.
 *
 * @throws Error when it hangs, or rejects with anything but an error of the client that keeps its
 *   secrets
 */
export async function ending(call: () => Promise<unknown>): Promise<Ending> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hang = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The call did not end in time.')), HANG);
  });
  try {
    return { value: await Promise.race([call(), hang]) };
  } catch (error) {
    if (!(error instanceof PaymentsError) || !isPaymentsError(error)) throw error;
    expectNoSecret(error, error.name);
    return { error };
  } finally {
    clearTimeout(timer);
  }
}
