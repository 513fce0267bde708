import { operations } from '@org/payments-contract';
import { type Context, Hono } from 'hono';
import type { Fault } from '../../faults/fault.ts';
import type { Mock } from '../../mock.ts';
import type { Connection } from '../../settings.ts';
import { MockUsageError } from '../../usage-error.ts';
import { checkedSnapshot } from '../snapshot-schema.ts';
import type { Worlds } from '../world.ts';
import { ClockFollowers, clockRoutes } from './clock.ts';
import { createEventStreams } from './events.ts';
import { checkedLogQuery, readJson } from './input.ts';
import { ledgerOverviewOf, overviewOf, panelsOverviewOf } from './overview.ts';
import { webhookRoutes } from './webhooks.ts';
import { worldRoutes } from './worlds.ts';

/** The path prefix of the routes that control the mock itself. */
export const CONTROL_PREFIX = '/__mock';

/** The control API of a mock. */
export interface ControlApi {
  /** Its routes, to be mounted below `CONTROL_PREFIX`. */
  readonly routes: Hono;
  /** Ends the event streams. */
  close(): void;
}

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
  const removers = new Map<number, () => void>();
  app.get('/faults', (context) => context.json(mock.faults.armed));
  app.post('/faults', async (context) => {
    const fault = (await readJson(context.req.raw)) as unknown as Fault;
    const remove = mock.faults.add(fault);
    const armed = mock.faults.armed.at(-1);
    if (armed !== undefined) removers.set(armed.id, remove);
    return context.json(armed, 201);
  });
  app.delete('/faults', (context) => {
    mock.faults.clear();
    removers.clear();
    return context.body(null, 204);
  });
  app.delete('/faults/:id', (context) => {
    const id = Number(context.req.param('id'));
    const remove = removers.get(id);
    if (remove === undefined)
      return context.json({ message: `The fault ${id} does not exist.` }, 404);
    remove();
    removers.delete(id);
    return context.body(null, 204);
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
  app.post('/fixtures/:name', (context) => addFixture(mock, context));
}

function readRoutes(app: Hono, mock: Mock, connection: Connection): void {
  app.get('/health', (context) => context.json({ status: 'ok' }));
  app.get('/connection', (context) => context.json(connection));
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
export function createControlApi(
  mock: Mock,
  connection: Connection,
  worlds: Worlds | undefined,
): ControlApi {
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
  routes.onError((error, context) => context.json({ message: error.message }, 400));
  return {
    routes,
    close: () => {
      events.close();
      followers.close();
    },
  };
}
