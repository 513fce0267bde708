import { postgresStore } from '@org/payments-sdk/webhooks';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeStore } from '../../packages/sdk/test/webhooks/store-suite.ts';
import { deliverEverywhere } from './one-event.ts';
import { startPostgres } from './postgres-server.ts';

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

describe('the table', () => {
  it('can be created twice, and has the configured name', async () => {
    const client = pool();
    await client.query('CREATE SCHEMA shop');
    const store = postgresStore(client, { table: 'shop.Events' });
    await store.createTable();
    await store.createTable();
    await store.claim('one', 'a', 60_000);
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
    await store.complete('old', 'a', 0);
    await store.complete('new', 'a', 60_000);
    await store.claim('running', 'a', 60_000);
    expect(await store.deleteExpired()).toBe(1);
    const { rows } = await client.query('SELECT id FROM expiring ORDER BY id');
    expect(rows).toEqual([{ id: 'new' }, { id: 'running' }]);
  });

  it('that is missing is an error of the store', async () => {
    const store = postgresStore(pool(), { table: 'missing' });
    await expect(store.claim('one', 'a', 1000)).rejects.toThrow(/does not exist/);
  });
});
