import { checkFunctions } from '../options/checks.ts';

/** @throws ConfigurationError for something without `query` */
export function checkPool(pool: unknown, option: string): void {
  checkFunctions(pool, ['query'], { option, expected: 'a `Pool` of `pg`' });
}

/**
 * The time after the number of milliseconds in a parameter, as an expression. The clock is the
 * database's: those of the processes that share it may differ.
 */
export function timeAfter(parameter: string): string {
  return `clock_timestamp() + ${parameter}::double precision * interval '1 millisecond'`;
}
