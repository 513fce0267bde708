import { operations } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { expect, test } from 'vitest';
import * as areas from '../../src/areas/index.ts';
import type { Area } from '../../src/engine/area.ts';
import { compose } from '../../src/engine/compose.ts';
import { ledgerTables } from '../../src/ledger/tables.ts';
import { createMockOf } from '../../src/mock.ts';
import { webhookTables } from '../../src/webhooks/tables.ts';
import { exampleRequest } from '../support/example-request.ts';

/** The areas with their resources and without the behaviours in code, as if nobody had written them. */
const declared = Object.values<Area>(areas).map(({ operations: _, ...parts }) => parts);
const engine = compose(declared, operations(), [...ledgerTables, ...webhookTables]);

/** Paths that name something other than a resource of the mock: an address at another provider. */
const withoutResource = new Set(['receivers.lookUpUma']);

test.each(operations().filter(({ row }) => /\{\w+\}/.test(row.path) && row.auth === 'platform'))(
  'an operation without a behaviour responds 404 for an unknown resource: $name',
  async (operation) => {
    const mock = createMockOf(engine);
    const { path, ...init } = exampleRequest(operation, mock);
    await mock.fetch(`${mock.connection.baseUrl}${path}`, {
      method: operation.row.method,
      headers: init.headers,
      ...(init.body !== undefined && { body: init.body }),
    });
    expect(mock.requests.at(-1)?.status === 404).toBe(!withoutResource.has(operation.name));
  },
);

test('an operation without a behaviour responds with its example for a resource that exists', async () => {
  const mock = createMockOf(engine, { authentication: 'off' });
  const { input, result } = exampleOf('cards.reveal');
  const path = `${mock.connection.baseUrl}/cards/${String(input.id)}/reveal`;
  const unknown = await mock.fetch(path, { method: 'POST' });
  expect(unknown.status).toBe(404);
  mock.add.card({ id: input.id as `Card:${string}` });
  const known = await mock.fetch(path, { method: 'POST' });
  expect(await known.json()).toEqual(result);
  expect(mock.requests.at(-1)?.notes).toEqual([expect.stringContaining('does not implement')]);
});
