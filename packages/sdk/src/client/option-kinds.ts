import type { InputIssue } from '@org/payments-contract';
import type { CallOptions } from '../call/options.ts';
import { logLevels } from '../observe/log-observer.ts';

interface Kind {
  readonly isRight: (value: object) => boolean;
  readonly expected: string;
}

const isFunction = (value: unknown) => typeof value === 'function';

const aFunction: Kind = { isRight: isFunction, expected: 'a function' };

const withFunctions = (...names: readonly string[]): Kind => ({
  isRight: (value) => names.every((name) => isFunction(value[name as never])),
  expected: `an object with the functions ${names.join(', ')}`,
});

const oneOf = (...values: readonly unknown[]): Kind => ({
  isRight: (value) => values.includes(value),
  expected: `one of ${values.join(', ')}`,
});

const kinds: readonly (readonly [keyof CallOptions, Kind])[] = [
  ['fetch', aFunction],
  ['transport', aFunction],
  ['onDrift', aFunction],
  ['stamper', withFunctions('stamp')],
  ['signal', withFunctions('addEventListener')],
  ['clock', withFunctions('now', 'setTimeout')],
  ['logger', withFunctions('error', 'warn', 'info', 'debug')],
  ['validate', oneOf('strict', 'warn', 'off')],
  ['logLevel', oneOf(...logLevels)],
  [
    'observers',
    {
      isRight: (value) => Array.isArray(value) && value.every(isFunction),
      expected: 'a list of functions',
    },
  ],
];

/** Options of another kind than the client can use. */
export function kindIssues(options: CallOptions): InputIssue[] {
  const issues: InputIssue[] = [];
  for (const [path, { isRight, expected }] of kinds) {
    const value = options[path] as object | null | undefined;
    if (value === undefined || (value !== null && isRight(value))) continue;
    issues.push({ path, message: `expected ${expected}` });
  }
  return issues;
}

/** Whether a value is a plain object: one whose own fields are all that it holds. */
export function isRecord(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object Object]';
}
