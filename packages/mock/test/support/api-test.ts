import { test as base, type TestAPI } from 'vitest';
import type { MockOptions } from '../../src/index.ts';
import { fetchTransport, type OpenMock, openMock } from './open-mock.ts';

/** Opens a mock with other options than the default ones. */
export const open = (options?: MockOptions): Promise<OpenMock> => openMock(fetchTransport, options);

const withApi = (title: string, run: (api: OpenMock) => unknown) =>
  base(title, async () => run(await open()));

type Run<Values extends unknown[]> = (
  title: string,
  run: (api: OpenMock, ...values: Values) => unknown,
) => void;

/** Defines a test for each row, which gets a fresh mock before the values of its row. */
interface Rows {
  <Row extends unknown[] | [unknown]>(table: readonly Row[]): Run<Row>;
  <Row extends readonly unknown[]>(table: readonly Row[]): Run<[...Row]>;
  <Row>(table: readonly Row[]): Run<[Row]>;
}

const rows: Rows =
  (table: readonly unknown[]) => (title: string, run: (...all: never) => unknown) =>
    base.each(table)(
      title,
      async (...row) => void (await run(...([await open(), ...row] as never))),
    );

/** Defines a test, which gets a fresh mock. What a transport passes on is tested in `test/transports`. */
export const test = Object.assign(withApi, {
  rows,
  each: base.each.bind(base) as TestAPI['each'],
});
