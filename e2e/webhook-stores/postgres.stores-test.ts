import {
  createWebhookHandler,
  type EventOf,
  type PostgresClient,
  type PostgresStore,
  postgresStore,
  type SqlTransaction,
  type WebhookHandlerOptions,
  type WebhookStore,
} from '@org/payments-sdk/webhooks';
import { generateWebhookKeys, signEvent } from '@org/payments-sdk/webhooks/testing';
import { Pool, type PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeClock } from '../../packages/sdk/test/fake-clock.ts';
import { describeStore } from '../../packages/sdk/test/webhooks/store-suite.ts';
import { startPostgres } from '../support/database-servers.ts';
import { describeTwoProcesses } from './two-processes.ts';

const server = await startPostgres();
const pools: Pool[] = [];

function pool(): Pool {
  const one = new Pool({ connectionString: server.url, max: 8 });
  pools.push(one);
  return one;
}

const open = () => postgresStore(pool());
const deferred = () => Promise.withResolvers<void>();

beforeAll(async () => {
  await open().createTable();
  await pool().query('CREATE TABLE effects (event text NOT NULL)');
});
afterAll(async () => {
  await Promise.all(pools.map((one) => one.end()));
  await server.stop();
});

const keys = await generateWebhookKeys();
const type = 'OUTGOING_PAYMENT.COMPLETED';

type Event = EventOf<typeof type>;
type Handle = (event: Event) => unknown;
type Options = Partial<WebhookHandlerOptions>;

/** One process that receives webhooks. */
function receiver(store: WebhookStore, handle: Handle, options?: Options) {
  return createWebhookHandler({ publicKeys: keys.publicKey, store, ...options }).on(type, handle);
}

/** Signs an event, for deliveries to handlers with different stores. */
async function oneEvent() {
  const { request, body } = await signEvent(
    { type, data: { id: 'Transaction:1' } },
    keys.privateKey,
  );
  const { id } = JSON.parse(body) as Event;
  /** Delivers the event once; `cause` is what the handler threw. */
  const deliverTo = async (store: WebhookStore, handle: Handle, options?: Options) => {
    let cause: unknown;
    const onError: Options['onError'] = (error) => {
      cause = error.cause;
    };
    const { status } = await receiver(store, handle, { onError, ...options }).fetch(request());
    return { status, cause };
  };
  /** Delivers the event again and again while another delivery holds the claim. */
  const deliverUntilClaimed = async (store: WebhookStore, handle: Handle) => {
    for (;;) {
      const delivery = await deliverTo(store, handle);
      if (delivery.status !== 503) return delivery;
    }
  };
  return { id, deliverTo, deliverUntilClaimed };
}

describeStore('postgresStore', { open });

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
  const insertOnce = (store: PostgresStore) => (event: Event) =>
    store.transaction(event, insert(event.id));

  it('marks the event together with its effect, before the handler does', async () => {
    const { id, deliverTo } = await oneEvent();
    const [store, other] = [open(), open()];
    const claims: unknown[] = [];
    const delivery = await deliverTo(store, async (event) => {
      await insertOnce(store)(event);
      claims.push(await other.claim(id, 'b', LONG, 'digest'));
    });
    expect([claims, delivery.status, await effects(id)]).toEqual([['changed'], 200, 1]);
  });

  it('that fails changes nothing, and returns its connection', async () => {
    const { id, deliverTo } = await oneEvent();
    const client = pool();
    const store = postgresStore(client);
    const delivery = await deliverTo(store, async (event) => {
      for (let round = 0; round < 5; round += 1) {
        const failing = store.transaction(event, async (tx) => {
          await insert(id)(tx);
          throw new Error('no');
        });
        await expect(failing).rejects.toThrow('no');
      }
      expect(await open().claim(id, 'b', LONG, 'digest')).toBe('busy');
      return insertOnce(store)(event);
    });
    expect([delivery.status, await effects(id)]).toEqual([200, 1]);
    expect(client.totalCount - client.idleCount).toBe(0);
  });

  it('waits for queries that its effect did not wait for', async () => {
    const { id, deliverTo } = await oneEvent();
    const store = open();
    const delivery = await deliverTo(store, (event) =>
      store.transaction(event, async (tx) => {
        [1, 2].forEach(async () => {
          for (let round = 0; round < 4; round += 1) await tx.query('SELECT 1', []);
          await insert(id)(tx);
        });
      }),
    );
    expect([delivery.status, await effects(id)]).toEqual([200, 2]);
  });

  it('is rolled back if its effect returned what nobody would start', async () => {
    const { id, deliverTo } = await oneEvent();
    const store = open();
    const { status } = await deliverTo(store, (event) =>
      store.transaction(event, async (tx) => {
        await insert(id)(tx);
        return [{ execute: insert(id) }];
      }),
    );
    expect([status, await effects(id)]).toEqual([500, 0]);
  });

  it('of a delivery whose claim another one of this process took over is rolled back', async () => {
    const { id, deliverTo, deliverUntilClaimed } = await oneEvent();
    const store = open();
    const [started, overtaken, ended] = [deferred(), deferred(), deferred()];
    // Its clock stands still, so that it does not renew its claim.
    const expiring = { timeout: 1, claimLifetime: 1, clock: new FakeClock(Date.now()) };
    const old = deliverTo(
      store,
      async (event) => {
        started.resolve();
        await overtaken.promise;
        await insertOnce(store)(event).finally(ended.resolve);
      },
      expiring,
    );
    await started.promise;
    const current = deliverUntilClaimed(store, async (event) => {
      overtaken.resolve();
      await ended.promise.catch(() => undefined);
      await insertOnce(store)(event);
    });
    expect(await old).toMatchObject({ status: 500, cause: { code: 'WEBHOOK_CLAIM_LOST' } });
    expect([(await current).status, await effects(id)]).toEqual([200, 1]);
  });

  it('that is repeated because the reply to its COMMIT was lost is rolled back', async () => {
    const { id, deliverTo } = await oneEvent();
    const client = pool();
    let isLost = false;
    const store = postgresStore({
      query: (text, values) => client.query(text, values),
      connect: async () => {
        const connection = await client.connect();
        const query = async (text: string, values: unknown[]) => {
          const result = await connection.query(text, values);
          if (text !== 'COMMIT' || isLost) return result;
          isLost = true;
          throw new Error('Connection terminated unexpectedly');
        };
        return { query, release: (error?: Error) => connection.release(error) };
      },
    } as PostgresClient);
    const delivery = await deliverTo(store, async (event) => {
      await expect(insertOnce(store)(event)).rejects.toThrow('terminated');
      await insertOnce(store)(event);
    });
    expect(delivery).toMatchObject({ status: 500, cause: { code: 'WEBHOOK_CLAIM_LOST' } });
    expect(await effects(id)).toBe(1);
    // The event is done: the next delivery does not call the handler.
    expect((await deliverTo(open(), () => expect.unreachable())).status).toBe(409);
  });

  it('whose connection is lost is rolled back, and the process continues', async () => {
    const { id, deliverTo } = await oneEvent();
    const client = pool();
    const store = postgresStore(client);
    const lost = await deliverTo(store, (event) =>
      store.transaction(event, async (tx) => {
        await insert(id)(tx);
        const { rows } = await tx.query('SELECT pg_backend_pid() AS pid', []);
        await pool().query('SELECT pg_terminate_backend($1)', [(rows[0] as { pid: number }).pid]);
        // The client is told by an event, while no query is running.
        for (;;) {
          await new Promise((resolve) => setImmediate(resolve));
          await tx.query('SELECT 1', []);
        }
      }),
    );
    expect([lost.status, await effects(id)]).toEqual([500, 0]);
    expect(client.totalCount).toBe(client.idleCount);
    expect((await deliverTo(store, insertOnce(store))).status).toBe(200);
    expect(await effects(id)).toBe(1);
  });

  it('leaves no listener on a connection that is used again', async () => {
    const client = new Pool({ connectionString: server.url, max: 1 });
    pools.push(client);
    const store = postgresStore(client);
    const countListeners = async () => {
      const connection = await client.connect();
      const count = connection.listenerCount('error');
      connection.release();
      return count;
    };
    const before = await countListeners();
    for (let round = 0; round < 3; round += 1) {
      const { deliverTo } = await oneEvent();
      expect((await deliverTo(store, insertOnce(store))).status).toBe(200);
    }
    expect(await countListeners()).toBe(before);
  });

  it('needs a pool', async () => {
    const { deliverTo } = await oneEvent();
    const client = pool();
    const store = postgresStore({ query: (text, values) => client.query(text, values) });
    const delivery = await deliverTo(store, insertOnce(store));
    expect(delivery.cause).toMatchObject({ code: 'CONFIGURATION', option: 'client' });
  });
});

const shared = pool();
const openShared = () => postgresStore(shared);

describe('a mark in a transaction of the caller', () => {
  type Wrap = (client: PoolClient) => SqlTransaction;
  const wraps: readonly (readonly [string, Wrap])[] = [
    ['node-postgres', (client) => client],
    ['Prisma', (client) => ({ $queryRawUnsafe: async (sql) => (await client.query(sql)).rows })],
    ['Drizzle', (client) => ({ query: {}, execute: (sql: string) => client.query(sql) })],
    ['Knex', (client) => ({ raw: (sql) => client.query(sql) })],
    ['postgres.js', (client) => ({ unsafe: async (sql) => (await client.query(sql)).rows })],
    ['a function', (client) => (sql: string) => client.query(sql)],
  ];
  const inTransaction = async (work: (client: PoolClient) => Promise<unknown>) => {
    const client = await shared.connect();
    try {
      await client.query('BEGIN');
      await work(client);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  };
  const effect = (client: PoolClient, { id }: Event) =>
    client.query('INSERT INTO effects (event) VALUES ($1)', [id]);
  const count = async (id: string) =>
    (await shared.query('SELECT 1 FROM effects WHERE event = $1', [id])).rowCount;

  it.each(wraps)('of %s is committed with it, once', async (_client, wrap) => {
    const { id, deliverTo } = await oneEvent();
    const store = openShared();
    const handle = (event: Event) =>
      inTransaction(async (client) => {
        await effect(client, event);
        expect(await store.latest(event, wrap(client))).toBe(true);
        await store.mark(event, wrap(client));
      });
    const failing = await deliverTo(store, (event) =>
      inTransaction(async (client) => {
        await effect(client, event);
        await store.mark(event, wrap(client));
        throw new Error('no');
      }),
    );
    expect([failing.status, await count(id)]).toEqual([500, 0]);
    const twice = await deliverTo(store, async (event) => {
      await handle(event);
      await handle(event);
    });
    expect(twice).toMatchObject({ status: 500, cause: { code: 'WEBHOOK_CLAIM_LOST' } });
    expect(await count(id)).toBe(1);
    expect((await deliverTo(openShared(), () => expect.unreachable())).status).toBe(409);
  });

  it('that is not committed when its handler ends is a 500, and is handled again', async () => {
    const { id, deliverTo } = await oneEvent();
    const store = openShared();
    const client = await shared.connect();
    const beginOnly = async (event: Event) => {
      await client.query('BEGIN');
      await effect(client, event);
      await store.mark(event, client);
    };
    const delivery = await deliverTo(store, beginOnly);
    expect(delivery.status).toBe(500);
    await client.query('ROLLBACK');
    client.release();
    const handle = (event: Event) =>
      inTransaction(async (tx) => {
        await effect(tx, event);
        await store.mark(event, tx);
      });
    await expect.poll(async () => (await deliverTo(store, handle)).status).toBe(200);
    expect(await count(id)).toBe(1);
  });

  it('needs a transaction', async () => {
    const { deliverTo } = await oneEvent();
    const client = shared;
    const store = postgresStore(client);
    for (const [given, option] of [
      [client, 'tx'],
      [{}, 'tx'],
    ] as const) {
      const delivery = await deliverTo(store, (event) =>
        store.mark(event, given as SqlTransaction),
      );
      expect(delivery).toMatchObject({ status: 500, cause: { code: 'CONFIGURATION', option } });
    }
  });
});

describe('the order of events', () => {
  it('of one payment ends with its last state, in whatever order two processes get them', async () => {
    await shared.query('CREATE TABLE payouts (id text PRIMARY KEY, state text NOT NULL)');
    const states = ['PROCESSING', 'COMPLETED', 'FAILED', 'REFUNDED'];
    for (let round = 0; round < 25; round += 1) {
      const stores = [openShared(), openShared()];
      const id = `Transaction:life ${round}`;
      const life = states.map((status, second) => ({
        type: 'OUTGOING_PAYMENT.COMPLETED',
        timestamp: `2026-01-05T09:00:0${round % 2 === 0 ? second : 0}Z`,
        data: { id, status },
      }));
      const arriving = [...life, ...life].sort(() => Math.random() - 0.5);
      await Promise.all(
        arriving.map((event, index) =>
          inOrder(stores[index % 2] as PostgresStore, event as unknown as Event),
        ),
      );
      const { rows } = await shared.query('SELECT state FROM payouts WHERE id = $1', [id]);
      expect(rows).toEqual([{ state: 'REFUNDED' }]);
    }
  });

  /** Sets the state of an event from a queue, in a transaction. */
  async function inOrder(store: PostgresStore, event: Event): Promise<void> {
    const client = await shared.connect();
    await client.query('BEGIN');
    if (await store.latest(event, client)) {
      await client.query(
        `INSERT INTO payouts VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET state = excluded.state`,
        [event.data.id, event.data.status],
      );
    }
    await client.query('COMMIT');
    client.release();
  }
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
