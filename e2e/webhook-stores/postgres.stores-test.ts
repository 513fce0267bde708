import { type PostgresClient, postgresStore } from '@org/payments-sdk/webhooks';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeStore } from '../../packages/sdk/test/webhooks/store-suite.ts';
import { deliverEverywhere } from './one-event.ts';
import { startPostgres } from './postgres-server.ts';
import { describeTwoProcesses } from './two-processes.ts';

const server = await startPostgres();
const pools: Pool[] = [];

function pool(): Pool {
  const one = new Pool({ connectionString: server.url, max: 3 });
  pools.push(one);
  return one;
}

const open = () => postgresStore(pool());

beforeAll(async () => {
  await open().createTable();
  await pool().query('CREATE TABLE effects (event text NOT NULL)');
});
afterAll(async () => {
  await Promise.all(pools.map((one) => one.end()));
  await server.stop();
});

describeStore('postgresStore', { open });

describe('createWebhookHandler with postgresStore', () => {
  it('handles once an event that reaches eight processes together', async () => {
    const stores = Array.from({ length: 8 }, open);
    for (let round = 0; round < 10; round += 1) await deliverEverywhere(stores);
  });
});

describeTwoProcesses('postgres', () => server.url);
describeTwoProcesses(
  'postgres, transaction',
  () => server.url,
  async () => {
    const { rows } = await pool().query<{ event: string }>('SELECT event FROM effects');
    return rows.map(({ event }) => event);
  },
);

describe('a transaction', () => {
  const LONG = 60_000;
  const effects = async (id: string) => {
    const { rowCount } = await pool().query('SELECT 1 FROM effects WHERE event = $1', [id]);
    return rowCount;
  };
  const insert = (id: string) => (tx: PostgresClient) =>
    tx.query('INSERT INTO effects (event) VALUES ($1)', [id]);

  it('marks the event together with its effect, before the handler does', async () => {
    const [store, other] = [open(), open()];
    await store.claim('together', 'a', LONG, 'digest');
    await store.transaction({ id: 'together' }, insert('together'));
    expect(await other.claim('together', 'b', LONG, 'digest')).toBe('done');
    expect(await store.complete('together', 'a', LONG, 'digest')).toBe(true);
    expect(await effects('together')).toBe(1);
  });

  it('that fails changes nothing, and returns its connection', async () => {
    const client = pool();
    const store = postgresStore(client);
    await store.claim('failing', 'a', LONG, 'digest');
    for (let round = 0; round < 5; round += 1) {
      const failing = store.transaction({ id: 'failing' }, async (tx) => {
        await insert('failing')(tx);
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
    }
    expect(await effects('failing')).toBe(0);
    expect(await open().claim('failing', 'b', LONG, 'digest')).toBe('busy');
    expect(client.totalCount - client.idleCount).toBe(0);
  });

  it('whose claim another delivery took over is rolled back', async () => {
    const [store, other] = [open(), open()];
    await store.claim('overtaken', 'a', 0, 'digest');
    expect(await other.claim('overtaken', 'b', LONG, 'digest')).toBe('claimed');
    await other.transaction({ id: 'overtaken' }, insert('overtaken'));
    const late = store.transaction({ id: 'overtaken' }, insert('overtaken'));
    await expect(late).rejects.toMatchObject({ code: 'WEBHOOK_CLAIM_LOST' });
    expect(await effects('overtaken')).toBe(1);
  });

  it('needs a claim and a pool', async () => {
    const client = pool();
    const store = postgresStore({ query: (text, values) => client.query(text, values) });
    const run = () => store.transaction({ id: 'none' }, insert('none'));
    await expect(run()).rejects.toMatchObject({ code: 'WEBHOOK_CLAIM_LOST' });
    await store.claim('none', 'a', LONG, 'digest');
    await expect(run()).rejects.toMatchObject({ code: 'CONFIGURATION' });
  });
});

describe('the table', () => {
  it('can be created twice, and has the configured name', async () => {
    const client = pool();
    await client.query('CREATE SCHEMA shop');
    const store = postgresStore(client, { table: 'shop.Events' });
    await store.createTable();
    await store.createTable();
    await store.claim('one', 'a', 60_000, 'digest');
    const { rows } = await client.query('SELECT id, done FROM "shop"."Events"');
    expect(rows).toEqual([{ id: 'one', done: false }]);
    for (const table of ['', 'a b', 'a"', 'a.b.c', 'events; DROP TABLE x']) {
      expect(() => postgresStore(client, { table })).toThrow(/not a valid table name/);
    }
  });

  it('is cleared of expired rows only', async () => {
    const client = pool();
    const store = postgresStore(client, { table: 'expiring' });
    await store.createTable();
    await store.complete('old', 'a', 0, 'digest');
    await store.complete('new', 'a', 60_000, 'digest');
    await store.claim('running', 'a', 60_000, 'digest');
    expect(await store.deleteExpired()).toBe(1);
    const { rows } = await client.query('SELECT id FROM expiring ORDER BY id');
    expect(rows).toEqual([{ id: 'new' }, { id: 'running' }]);
  });

  it('that is missing is an error of the store', async () => {
    const store = postgresStore(pool(), { table: 'missing' });
    await expect(store.claim('one', 'a', 1000, 'digest')).rejects.toThrow(/does not exist/);
  });
});
