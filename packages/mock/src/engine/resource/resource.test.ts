import { type NamedOperation, type OperationInput, operation, page } from '@org/payments-contract';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { expectInvalid, type OpenMock } from '../../../test/support/open-mock.ts';
import { rules } from '../../../test/support/rules.ts';
import { createMockOf, type Mock } from '../../mock.ts';
import { recordOf } from '../../store/table-handle.ts';
import { area } from '../area.ts';
import { compose } from '../compose.ts';
import { scheduleMove } from '../due-moves.ts';
import { fixture } from './fixture.ts';
import { resource } from './resource.ts';

interface Toy {
  readonly id: string;
  readonly name: string;
  readonly color?: string;
  readonly state: string;
  readonly secret: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

const toySchema = z.object({
  id: z.string(),
  name: z.string(),
  color: z.optional(z.string()),
  state: z.string().check(z.meta({ known: ['NEW', 'USED', 'BROKEN'] })),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const common = { auth: 'platform', signing: 'never', origin: 'reference' } as const;
const params = z.strictObject({ toyId: z.string() });
const body = z.strictObject({ name: z.string(), color: z.optional(z.string()) });

const written: Readonly<Record<string, OperationInput>> = {
  create: {
    ...common,
    method: 'POST',
    path: '/toys',
    body,
    responses: { 201: toySchema },
    errors: [],
  },
  get: {
    ...common,
    method: 'GET',
    path: '/toys/{toyId}',
    params,
    responses: { 200: toySchema },
    errors: ['REFERENCE_NOT_FOUND'],
  },
  list: {
    ...common,
    method: 'GET',
    path: '/toys',
    query: z.strictObject({
      color: z.optional(z.string()),
      name: z.optional(z.string()),
      sortOrder: z.optional(z.enum(['asc', 'desc'])),
      limit: z.optional(z.int().check(z.gte(1), z.lte(100))),
      cursor: z.optional(z.string()),
    }),
    responses: { 200: page(toySchema) },
    errors: [],
  },
  update: {
    ...common,
    method: 'PATCH',
    path: '/toys/{toyId}',
    params,
    body: z.strictObject({
      name: z.optional(z.string()),
      color: z.optional(z.string()),
      state: z.optional(z.enum(['NEW', 'USED', 'BROKEN'])),
    }),
    responses: { 200: toySchema },
    errors: ['REFERENCE_NOT_FOUND', 'INVALID_STATE_TRANSITION'],
  },
  delete: {
    ...common,
    method: 'DELETE',
    path: '/toys/{toyId}',
    params,
    responses: { 204: null },
    errors: ['REFERENCE_NOT_FOUND'],
  },
};

/** Rows of a contract with one more resource. */
const operations = Object.entries(written).map(([verb, row]) => ({
  name: `toys.${verb}`,
  row: operation(row),
})) as unknown as NamedOperation[];

const toys = resource({
  name: 'toys',
  record: recordOf<Toy>(),
  id: 'Toy',
  notFound: 'REFERENCE_NOT_FOUND',
  indexes: ['color'],
  create: (call) => ({ ...(call as { input: { name: string } }).input, state: 'NEW', secret: 's' }),
  created: (toy, call) =>
    scheduleMove(call, {
      id: `${toy.id}/age`,
      at: call.world.clock.now() + 60_000,
      table: 'toys',
      recordId: toy.id,
      to: 'USED',
      fields: {},
    }),
  states: {
    field: 'state',
    machine: { transitions: { NEW: ['USED'], USED: ['BROKEN'], BROKEN: [] }, terminal: ['BROKEN'] },
  },
  emits: { created: 'TOY.CREATED', deleted: 'TOY.DELETED', changed: { state: 'TOY.STATE_CHANGE' } },
  view: ({ secret: _secret, ...toy }) => toy,
});

const toyArea = area({
  resources: [toys],
  fixtures: {
    toy: fixture({
      schema: toySchema,
      short: { secret: 'string' },
      add: (scene, fields: Partial<Toy> = {}) =>
        toys.add(scene, { name: 'Bear', state: 'NEW', secret: 's', ...fields }),
    }),
  },
});

let mock: Mock;
let addToy: (fields?: object) => Toy;

async function send(method: string, path: string, sent?: unknown) {
  const { baseUrl } = mock.connection;
  const response = await mock.fetch(`${baseUrl}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

beforeEach(() => {
  const engine = compose([toyArea], operations, []);
  mock = createMockOf(engine, { authentication: 'off', checkResponses: true });
  addToy = (mock.add as unknown as { toy: typeof addToy }).toy;
});

describe('a resource is declared in one place', () => {
  test('create sets id and times, get returns the view, delete removes the record', async () => {
    const created = await send('POST', '/toys', { name: 'Bear' });
    const now = '2026-01-05T09:00:00.000Z';
    const toy = { name: 'Bear', state: 'NEW', createdAt: now, updatedAt: now };
    expect(created).toMatchObject({ status: 201, body: toy });
    const { id } = created.body;
    expect(id).toMatch(/^Toy:[0-9a-f-]{36}$/);
    expect(await send('GET', `/toys/${id}`)).toEqual({ status: 200, body: created.body });
    expect((await send('DELETE', `/toys/${id}`)).status).toBe(204);
    const missing = await send('GET', `/toys/${id}`);
    expect(missing).toMatchObject({ status: 404, body: { code: 'REFERENCE_NOT_FOUND' } });
    expect((await send('DELETE', `/toys/${id}`)).status).toBe(404);
    expect((await send('PATCH', '/toys/__proto__', {})).status).toBe(404);
  });

  test('two tables with the same name are an error', () => {
    const twice = compose([area({ resources: [toys] }), area({ resources: [toys] })], [], []);
    expect(() => createMockOf(twice)).toThrow('Two tables are named toys');
  });

  test('query fields filter, by index or by value, and bind the cursor', async () => {
    for (const color of ['red', 'blue', 'red', 'red']) addToy({ color, name: color });
    const red = await send('GET', '/toys?color=red&limit=2');
    expect(red.body).toMatchObject({ totalCount: 3, hasMore: true });
    expect((await send('GET', '/toys?name=blue')).body.totalCount).toBe(1);
    expect((await send('GET', '/toys?color=red&name=blue')).body.totalCount).toBe(0);
    const { nextCursor } = red.body;
    expect((await send('GET', `/toys?color=red&limit=1&cursor=${nextCursor}`)).status).toBe(200);
    expect((await send('GET', `/toys?color=blue&cursor=${nextCursor}`)).status).toBe(400);
    expect((await send('GET', `/toys?cursor=${nextCursor}`)).status).toBe(400);
  });

  test('update merges, sets the time, and refuses transitions that the machine does not have', async () => {
    const { id } = addToy({ color: 'red' });
    mock.clock.advance({ seconds: 1 });
    const updated = await send('PATCH', `/toys/${id}`, { name: 'Dog', state: 'USED' });
    const updatedAt = '2026-01-05T09:00:01.000Z';
    expect(updated.body).toMatchObject({ name: 'Dog', color: 'red', state: 'USED', updatedAt });
    for (const state of ['NEW', 'USED']) {
      const refused = await send('PATCH', `/toys/${id}`, { name: 'Cat', state });
      expect(refused).toMatchObject({ status: 409, body: { code: 'INVALID_STATE_TRANSITION' } });
    }
    expect((await send('GET', `/toys/${id}`)).body).toEqual(updated.body);
  });

  test('each change of state emits exactly one event, with the view', async () => {
    const { body: toy } = await send('POST', '/toys', { name: 'Bear' });
    await send('PATCH', `/toys/${toy.id}`, { name: 'Dog' });
    await send('PATCH', `/toys/${toy.id}`, { state: 'NEW' });
    mock.clock.advance({ minutes: 1 });
    await send('GET', `/toys/${toy.id}`);
    await send('DELETE', `/toys/${toy.id}`);
    const types = mock.events.map(({ type }) => type);
    expect(types).toEqual(['TOY.CREATED', 'TOY.STATE_CHANGE', 'TOY.DELETED']);
    expect(new Set(mock.events.map(({ id }) => id)).size).toBe(3);
    expect(mock.events[0]?.data).toEqual(toy);
    expect(mock.events[1]).toMatchObject({
      timestamp: '2026-01-05T09:01:00.000Z',
      data: { state: 'USED' },
    });
    expect(JSON.stringify(mock.events)).not.toContain('secret');
  });

  test('the panel shows the views, and snapshots contain the table and the events', () => {
    const toy = addToy();
    expect(mock.panels()).toMatchObject([{ name: 'toys', total: 1, stateField: 'state' }]);
    expect(JSON.stringify(mock.panels())).not.toContain('secret');
    const fork = mock.fork();
    expect(fork.snapshot()).toEqual(mock.snapshot());
    mock.reset();
    expect([mock.panels()[0]?.total, fork.panels()[0]?.total]).toEqual([0, 1]);
    mock.restore(fork.snapshot());
    expect(mock.panels()[0]?.records).toMatchObject([{ id: toy.id }]);
    expect(mock.events).toHaveLength(1);
  });
});

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly hasMore: boolean;
  readonly nextCursor?: string;
  readonly totalCount: number;
}

async function read(api: OpenMock, path: string): Promise<Page> {
  const { status, body } = await api.send('GET', path);
  expect(status).toBe(200);
  return body as unknown as Page;
}

const ids = ({ data }: Page) => data.map(({ id }) => id);

async function walk(
  api: OpenMock,
  path: string,
  between: () => void = () => {},
): Promise<string[]> {
  const found: string[] = [];
  let cursor = '';
  for (;;) {
    const page = await read(api, `${path}${cursor}`);
    found.push(...ids(page));
    expect('nextCursor' in page).toBe(page.hasMore);
    if (page.nextCursor === undefined) return found;
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
    between();
  }
}

function addDocuments(api: OpenMock, count: number): string[] {
  const documentHolder = 'Customer:holder';
  return Array.from({ length: count }, () => api.mock.add.document({ documentHolder }).id);
}

rules('lists', (test, open) => {
  test.each(['0', '101', '-1', '1.5', '1e1', 'ten', ''])(
    'rule 73: the limit "%s" is 400',
    async (limit) => {
      const api = await open();
      expectInvalid(await api.send('GET', `/documents?limit=${limit}`), 'limit');
    },
  );

  test('rule 73: 20 by default, 1 to 100 by choice', async (api) => {
    addDocuments(api, 101);
    expect(ids(await read(api, '/documents'))).toHaveLength(20);
    expect(ids(await read(api, '/documents?limit=1'))).toHaveLength(1);
    expect(ids(await read(api, '/documents?limit=100'))).toHaveLength(100);
    expectInvalid(await api.send('GET', '/documents?limit=1&limit=2'), 'limit');
  });

  test('rule 101: a cursor is valid for its own list and filter only', async (api) => {
    addDocuments(api, 4);
    const { id } = api.mock.add.customer();
    const { nextCursor } = await read(api, '/documents?limit=2');
    const cursor = `cursor=${nextCursor}`;
    expect((await api.send('GET', `/documents?limit=1&${cursor}`)).status).toBe(200);
    const others = [`/documents?documentHolder=${id}&${cursor}`, `/transactions?${cursor}`];
    for (const path of others) expectInvalid(await api.send('GET', path), 'cursor');
  });

  test('rule 101: a cursor is valid whether a default is left out or set', async (api) => {
    for (let count = 0; count < 2; count += 1) api.mock.add.card();
    const list = async (query: string) => (await api.send('GET', `/cards?limit=1${query}`)).body;
    const [implicit, explicit] = [await list(''), await list('&sortOrder=desc')];
    expect(await list(`&sortOrder=desc&cursor=${implicit.nextCursor}`)).toEqual(
      await list(`&cursor=${explicit.nextCursor}`),
    );
    const ascending = `/cards?sortOrder=asc&cursor=${implicit.nextCursor}`;
    expectInvalid(await api.send('GET', ascending), 'cursor');
  });

  test('rule 74: inserts between pages neither repeat nor lose an item', async (api) => {
    const all = addDocuments(api, 6);
    let inserts = 0;
    const found = await walk(api, '/documents?limit=2', () => {
      if (inserts < 3) addDocuments(api, 1);
      inserts += 1;
    });
    expect(new Set(found).size).toBe(found.length);
    for (const id of all) expect(found).toContain(id);
  });
});
