import type { InputIssue } from '@org/payments-contract';
import type { CallOptions } from './options.ts';

type Names = readonly (keyof CallOptions)[];

const functions: Names = ['fetch', 'transport', 'onDrift'];

/** The functions that an option's value has. */
const members = {
  stamper: ['stamp'],
  signal: ['addEventListener'],
  clock: ['now', 'setTimeout'],
  logger: ['error', 'warn', 'info', 'debug'],
} satisfies { readonly [Name in keyof CallOptions]?: readonly string[] };

const choices = {
  validate: ['strict', 'warn', 'off'],
  logLevel: ['off', 'error', 'warn', 'info', 'debug'],
} satisfies { readonly [Name in keyof CallOptions]?: readonly string[] };

const isFunction = (value: unknown) => typeof value === 'function';

/** Options of another kind than the client can use. */
export function kindIssues(options: CallOptions): InputIssue[] {
  const issues: InputIssue[] = [];
  const check = (path: string, isRight: (value: object) => boolean, expected: string) => {
    const value: unknown = options[path as keyof CallOptions];
    if (value === undefined || (value !== null && isRight(value))) return;
    issues.push({ path, message: `expected ${expected}` });
  };
  for (const name of functions) check(name, isFunction, 'a function');
  for (const [name, wanted] of Object.entries(members)) {
    const has = (value: object) => wanted.every((one) => isFunction(value[one as never]));
    check(name, has, `an object with the functions ${wanted.join(', ')}`);
  }
  for (const [name, known] of Object.entries(choices)) {
    check(name, (value) => known.includes(value as never), `one of ${known.join(', ')}`);
  }
  const areFunctions = (value: object) => Array.isArray(value) && value.every(isFunction);
  check('observers', areFunctions, 'a list of functions');
  return issues;
}

/** Whether a value is a plain object: one whose own fields are all that it holds. */
export function isRecord(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object Object]';
}
