import { operations } from '@org/payments-contract';
import { mismatchReason, resultMarks } from '@org/payments-contract/internal/schema';
import { expect, test } from 'vitest';
import { createMock, MockUsageError } from '../index.ts';
import { strikes } from './fault-schema.ts';
import { foreignForms } from './foreign-responses.ts';

const all = operations();

/** The parameters of a path: ids of the kind with which a result could be taken for its own. */
function paramsOf(path: string): Record<string, string> {
  return Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'Customer:1']),
  );
}

/** A JSON value; the text itself if it is not JSON, undefined for none. */
function jsonOf(text: string): unknown {
  if (text === '') return undefined;
  return text.startsWith('<') ? text : JSON.parse(text);
}

test.each(all.map(({ name, row }) => [name, row] as const))(
  '%s: no body of a gateway is its own response',
  async (operation, row) => {
    const mock = createMock();
    const params = paramsOf(row.path);
    const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name) => params[name] ?? '');
    const statuses = new Set([200, 202, 204, ...Object.keys(row.responses).map(Number)]);
    for (const form of foreignForms) {
      for (const status of statuses) {
        const effect = { kind: 'foreign-response', form, status } as const;
        if (!strikes(effect, row)) {
          expect(() => mock.faults.add({ operation, effect })).toThrow(MockUsageError);
          continue;
        }
        mock.faults.add({ operation, effect });
        const response = await mock.fetch(mock.connection.baseUrl + path, { method: row.method });
        const value = jsonOf(await response.text());
        expect(response.status).toBe(status);
        const reason = mismatchReason(row, { status, value, params });
        expect([form, status, value, reason]).toEqual([form, status, value, expect.any(String)]);
        if (form !== 'other-id' || status === 204) continue;
        const { id } = value as { readonly id: string };
        expect(resultMarks(row)).not.toContain(id.slice(0, id.indexOf(':')));
      }
    }
  },
);

test('a success without a body does not strike an operation that responds with it', async () => {
  const mock = createMock();
  const effect = { kind: 'foreign-response', status: 204 } as const;
  const add = () => mock.faults.add({ operation: 'tokens.delete', effect });
  expect(add).toThrow('effect.status is 204, with which tokens.delete itself responds');
  mock.faults.add({ times: 'always', effect });
  const { baseUrl } = mock.connection;
  const send = (method: string, path: string) => mock.fetch(baseUrl + path, { method });
  expect((await send('DELETE', '/tokens/Token:1')).status).toBe(401);
  expect((await send('GET', '/tokens/Token:1')).status).toBe(204);
});
