import { type Context, Hono } from 'hono';
import type { Mock } from '../../mock.ts';
import type { Connection } from '../../settings.ts';
import type { Snapshot } from '../../store/snapshot.ts';
import { createEventStreams } from './events.ts';
import { armFault, moveClock, readJson, UsageError } from './input.ts';
import { overviewOf } from './overview.ts';

/** The path below which the server is about the mock itself, and not the API. */
export const CONTROL_PREFIX = '/__mock';

/** The control API of a mock. */
export interface ControlApi {
  fetch(request: Request): Response | Promise<Response>;
  close(): void;
}

const fixtureNames = [
  'customer',
  'wallet',
  'internalAccount',
  'credential',
  'card',
  'agent',
  'document',
  'transaction',
] as const;

async function addFixture(mock: Mock, context: Context): Promise<Response> {
  const name = fixtureNames.find((known) => known === context.req.param('name'));
  if (name === undefined) {
    return context.json({ message: `Fixtures are ${fixtureNames.join(', ')}.` }, 404);
  }
  const add = mock.add[name] as (fields: unknown) => unknown;
  return context.json(add(await readJson(context.req.raw)), 201);
}

function clockRoutes(app: Hono, mock: Mock): void {
  const read = () => {
    const now = mock.clock.now();
    return { now, iso: new Date(now).toISOString() };
  };
  app.get('/clock', (context) => context.json(read()));
  app.post('/clock', async (context) => {
    moveClock(mock.clock, await readJson(context.req.raw));
    return context.json(read());
  });
}

function faultRoutes(app: Hono, mock: Mock): void {
  const removers = new Map<number, () => void>();
  app.get('/faults', (context) => context.json(mock.faults.armed));
  app.post('/faults', async (context) => {
    const remove = armFault(mock.faults, await readJson(context.req.raw));
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
    if (remove === undefined) return context.json({ message: `There is no fault ${id}.` }, 404);
    remove();
    removers.delete(id);
    return context.body(null, 204);
  });
}

function stateRoutes(app: Hono, mock: Mock): void {
  app.get('/overview', (context) => context.json(overviewOf(mock)));
  app.get('/snapshot', (context) => context.json(mock.snapshot()));
  app.put('/snapshot', async (context) => {
    const snapshot = (await readJson(context.req.raw)) as unknown as Snapshot;
    if (snapshot.version !== 1) throw new UsageError('Expected a snapshot of version 1.');
    mock.restore(snapshot);
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
  app.get('/gaps', (context) => context.json(mock.gaps));
  app.get('/outbox', (context) => context.json(mock.outbox));
  app.get('/log', (context) => {
    const after = Number(context.req.query('after') ?? 0);
    const operation = context.req.query('operation');
    return context.json(
      mock.requests.filter(
        (request) =>
          request.sequence > after && (operation === undefined || request.operation === operation),
      ),
    );
  });
}

/** The control API of a mock: clock, faults, log, outbox, fixtures, snapshot, reset, events. */
export function createControlApi(mock: Mock, connection: Connection): ControlApi {
  const app = new Hono().basePath(CONTROL_PREFIX);
  const events = createEventStreams(mock);
  app.use(async (context, next) => {
    await next();
    if (context.req.method !== 'GET' && context.res.ok) events.changed();
  });
  app.get('/events', () => events.open());
  readRoutes(app, mock, connection);
  clockRoutes(app, mock);
  faultRoutes(app, mock);
  stateRoutes(app, mock);
  app.notFound((context) => context.json({ message: 'The control API has no such path.' }, 404));
  app.onError((error, context) => context.json({ message: error.message }, 400));
  return { fetch: (request) => app.fetch(request), close: () => events.close() };
}
