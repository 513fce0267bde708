import type { InputIssue } from '@org/payments-contract';
import type { CallOptions } from './options.ts';

type Kind = readonly [matches: (value: unknown) => boolean, expected: string];

function has(value: unknown, ...names: readonly string[]): boolean {
  const isHolder = typeof value === 'function' || (typeof value === 'object' && value !== null);
  const member = (name: string) => (value as Readonly<Record<string, unknown>>)[name];
  return isHolder && names.every((name) => typeof member(name) === 'function');
}

const isFunction = (value: unknown) => typeof value === 'function';

const oneOf = (...values: readonly unknown[]): Kind => [
  (value) => values.includes(value),
  `expected ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`,
];

const aFunction: Kind = [isFunction, 'expected a function'];

const kinds = {
  validate: oneOf('strict', 'warn', 'off'),
  logLevel: oneOf('off', 'error', 'warn', 'info', 'debug'),
  stamper: [(value) => has(value, 'stamp'), 'expected an object with a `stamp` function'],
  signal: [(value) => has(value, 'addEventListener'), 'expected an AbortSignal'],
  fetch: aFunction,
  transport: aFunction,
  onDrift: aFunction,
  clock: [
    (value) => has(value, 'now', 'setTimeout'),
    'expected an object with `now` and `setTimeout` functions',
  ],
  logger: [
    (value) => has(value, 'error', 'warn', 'info', 'debug'),
    'expected an object with `error`, `warn`, `info` and `debug` functions',
  ],
  observers: [
    (value) => Array.isArray(value) && value.every(isFunction),
    'expected a list of functions',
  ],
} satisfies { readonly [Name in keyof CallOptions]?: Kind };

/** Options of another kind than the client can use. */
export function kindIssues(options: CallOptions): InputIssue[] {
  return Object.entries(kinds).flatMap(([name, [matches, message]]) => {
    const value = options[name as keyof typeof kinds];
    return value === undefined || matches(value) ? [] : [{ path: name, message }];
  });
}

/** Whether a value is a plain object: one whose own fields are all that it holds. */
export function isRecord(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object Object]';
}
