import { operations } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { expect, test } from 'vitest';
import * as areas from '../../src/areas/index.ts';
import type { Area } from '../../src/engine/area.ts';
import { compose } from '../../src/engine/compose.ts';
import { ledgerTables } from '../../src/ledger/tables.ts';
import { createMockOf } from '../../src/mock.ts';
import { webhookTables } from '../../src/webhooks/tables.ts';

/** The areas with their resources and without the behaviours in code, as if nobody had written them. */
const declared = Object.values<Area>(areas).map(({ operations: _, ...parts }) => parts);
const engine = compose(declared, operations(), [...ledgerTables, ...webhookTables]);

test('an operation without a behaviour responds with its example', async () => {
  const mock = createMockOf(engine, { authentication: 'off' });
  const { input, result } = exampleOf('cards.reveal');
  const path = `${mock.connection.baseUrl}/cards/${String(input.id)}/reveal`;
  const known = await mock.fetch(path, { method: 'POST' });
  expect(await known.json()).toEqual(result);
  expect(mock.requests.at(-1)?.notes).toEqual([expect.stringContaining('does not implement')]);
});
