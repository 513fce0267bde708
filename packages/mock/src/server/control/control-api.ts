import { operations } from '@org/payments-contract';
import { type Context, Hono } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import * as z from 'zod/mini';
import { FixtureError } from '../../engine/resource/fixture.ts';
import type { Fault } from '../../faults/fault.ts';
import type { FixtureSet, Mock } from '../../mock.ts';
import type { Connection } from '../../options/settings.ts';
import { ledgerOverviewOf, overviewOf, panelsOverviewOf } from '../../overview.ts';
import { checked, MockUsageError, onlyFields } from '../../usage-error.ts';
import { reachedBy } from '../access.ts';
import { checkedSnapshot } from '../snapshot-schema.ts';
import type { Worlds } from '../world.ts';
import { ClockFollowers, clockRoutes } from './clock.ts';
import { checkedLogQuery, readJson } from './input.ts';
import { worldRoutes } from './worlds.ts';

interface Listener {
  readonly stream: SSEStreamingApi;
  end(): void;
}

function createEventStreams(mock: Mock) {
  const listeners = new Set<Listener>();
  const send = (event: string, value: unknown) => {
    const data = JSON.stringify(value);
    for (const { stream } of listeners) void stream.writeSSE({ event, data });
  };
  const stop = mock.onRequest((request) => {
    if (listeners.size > 0) send('request', request);
  });
  const stopChanges = mock.onChange(() => send('world', {}));
  return {
    open: (context: Context) =>
      streamSSE(context, async (stream) => {
        await new Promise<void>((resolve) => {
          const listener = { stream, end: resolve };
          listeners.add(listener);
          stream.onAbort(() => {
            listeners.delete(listener);
            resolve();
          });
          void stream.writeSSE({ event: 'ready', data: '{}' });
        });
      }),
    close() {
      stop();
      stopChanges();
      for (const { end } of listeners) end();
      listeners.clear();
    },
  };
}

const text = z.string('must be a string').check(z.minLength(1, 'must not be empty'));
const resendBody = z.strictObject({ id: text }, { error: onlyFields(['id']) });
const targetBody = z.strictObject({ url: text }, { error: onlyFields(['url']) });
const triggerBody = z.strictObject({ type: text }, { error: onlyFields(['type']) });

function webhookRoutes(app: Hono, mock: Mock): void {
  app.get('/webhooks/key', (context) => context.text(mock.webhooks.publicKey));
  app.post('/webhooks/key/rotate', (context) => context.text(mock.webhooks.rotateKey(), 201));
  app.get('/webhooks/events', (context) => {
    const type = context.req.query('type');
    return context.json(type === undefined ? mock.events : mock.eventsOf(type as 'TEST'));
  });
  app.get('/webhooks/deliveries', (context) => {
    const eventId = context.req.query('eventId');
    const { deliveries } = mock.webhooks;
    const isShown = (delivery: { readonly eventId: string }) =>
      eventId === undefined || delivery.eventId === eventId;
    return context.json(deliveries.filter(isShown));
  });
  app.post('/webhooks/resend', async (context) => {
    const body = await readJson(context.req.raw);
    const { id } = checked('The event was not sent again', resendBody, body);
    return context.json(await mock.webhooks.resend(id));
  });
  app.post('/webhooks/targets', async (context) => {
    const body = await readJson(context.req.raw);
    mock.deliverTo(checked('The URL was not added', targetBody, body).url);
    return context.body(null, 204);
  });
  app.post('/webhooks/trigger', async (context) => {
    const body = await readJson(context.req.raw);
    const { type } = checked('The event was not triggered', triggerBody, body);
    return context.json(mock.webhooks.trigger(type), 201);
  });
}

/** The path prefix of the routes that control the mock itself. */
export const CONTROL_PREFIX = '/__mock';

async function addFixture(mock: Mock, context: Context): Promise<Response> {
  const fixtures = mock.add as unknown as Readonly<Record<string, (fields: unknown) => unknown>>;
  const name = context.req.param('name') ?? '';
  const add = Object.hasOwn(fixtures, name) ? fixtures[name] : undefined;
  if (add === undefined) {
    const names = Object.keys(fixtures).sort().join(', ');
    return context.json({ message: `${name} is not a fixture. Allowed: ${names}.` }, 404);
  }
  return context.json(await add(await readJson(context.req.raw)), 201);
}

function faultRoutes(app: Hono, mock: Mock): void {
  app.get('/faults', (context) => context.json(mock.faults.armed));
  app.post('/faults', async (context) => {
    const fault = (await readJson(context.req.raw)) as unknown as Fault;
    mock.faults.add(fault);
    return context.json(mock.faults.armed.at(-1), 201);
  });
  app.post('/replay', async (context) => {
    mock.replay(await readJson(context.req.raw));
    return context.json(mock.faults.armed, 201);
  });
  app.delete('/faults', (context) => {
    mock.faults.clear();
    return context.body(null, 204);
  });
  app.delete('/faults/:id', (context) => {
    const id = Number(context.req.param('id'));
    if (mock.faults.remove(id)) return context.body(null, 204);
    return context.json({ message: `The fault ${id} does not exist.` }, 404);
  });
}

/** Restores a state, or returns to the previous one if the state cannot be restored. */
function putSnapshot(mock: Mock, body: unknown): void {
  const snapshot = checkedSnapshot(body, mock);
  const before = mock.snapshot();
  try {
    mock.restore(snapshot);
  } catch {
    mock.restore(before);
    throw new MockUsageError("The snapshot cannot be restored: its tables are not the mock's", []);
  }
}

function stateRoutes(app: Hono, mock: Mock): void {
  app.get('/overview', (context) => context.json(overviewOf(mock)));
  app.get('/panels', (context) => context.json(panelsOverviewOf(mock)));
  app.get('/ledger', (context) => context.json(ledgerOverviewOf(mock)));
  app.get('/snapshot', (context) => context.json(mock.snapshot()));
  app.put('/snapshot', async (context) => {
    putSnapshot(mock, await readJson(context.req.raw));
    return context.body(null, 204);
  });
  app.post('/reset', (context) => {
    mock.reset();
    return context.body(null, 204);
  });
  app.post('/fixtures', async (context) => {
    const set = (await readJson(context.req.raw)) as FixtureSet;
    return context.json(await mock.load(set), 201);
  });
  app.post('/fixtures/:name', (context) => addFixture(mock, context));
}

function readRoutes(app: Hono, mock: Mock, connection: Connection): void {
  app.get('/health', (context) => context.json({ status: 'ok' }));
  app.get('/connection', (context) =>
    context.json({ ...connection, baseUrl: reachedBy(context.req.raw, connection.baseUrl) }),
  );
  app.get('/operations', (context) => context.json(operations().map(({ name }) => name)));
  app.get('/gaps', (context) => context.json(mock.gaps));
  app.get('/outbox', (context) => context.json(mock.outbox));
  app.get('/log', (context) => {
    const { after = 0, operation } = checkedLogQuery(context.req.query());
    return context.json(
      mock.requests.filter(
        (request) =>
          request.sequence > after && (operation === undefined || request.operation === operation),
      ),
    );
  });
  app.delete('/log', (context) => {
    mock.clearRequests();
    return context.body(null, 204);
  });
}

/**
 * Creates the control API of a mock: clock, faults, log, outbox, fixtures, snapshot, reset, events,
 * webhooks.
 *
 * @param worlds the server's further worlds; undefined in one of those
 */
export function createControlApi(mock: Mock, connection: Connection, worlds: Worlds | undefined) {
  const routes = new Hono();
  const events = createEventStreams(mock);
  routes.get('/events', (context) => events.open(context));
  readRoutes(routes, mock, connection);
  const followers = new ClockFollowers(mock);
  clockRoutes(routes, mock, followers);
  faultRoutes(routes, mock);
  stateRoutes(routes, mock);
  webhookRoutes(routes, mock);
  if (worlds !== undefined) worldRoutes(routes, worlds);
  routes.all('*', (context) =>
    context.json({ message: 'The control API does not have this path.' }, 404),
  );
  routes.onError((error, context) => {
    const { message } = error;
    const path = error instanceof FixtureError ? error.path : undefined;
    return context.json(path === undefined ? { message } : { message, path }, 400);
  });
  return {
    routes,
    close: () => {
      events.close();
      followers.close();
    },
  };
}

export type ControlApi = ReturnType<typeof createControlApi>;
