import {
  type NamedOperation,
  type OperationInput,
  operation,
  page,
  whole,
} from '@org/payments-contract';
import { beforeEach, expect } from 'vitest';
import * as z from 'zod/mini';
import { open, test } from '../../../test/support/api-test.ts';
import { expectInvalid, idsOf, type OpenMock, request } from '../../../test/support/open-mock.ts';
import { createMockOf, type Mock } from '../../mock.ts';
import { recordOf } from '../../store/table-handle.ts';
import { area } from '../area.ts';
import { compose } from '../compose.ts';
import { scheduleMove } from '../due-moves.ts';
import { refuse } from '../refusal.ts';
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

interface Shelf {
  readonly id: string;
}

interface Book {
  readonly id: string;
  readonly shelfId: string;
  readonly title: string;
  readonly note?: string;
  readonly isDeleted?: boolean;
}

const toySchema = z.object({
  id: z.string(),
  name: z.string(),
  color: z.optional(z.string()),
  state: z.string().check(z.meta({ known: ['NEW', 'USED', 'BROKEN'] })),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const common = { auth: 'platform', signing: 'never' } as const;
const params = z.strictObject({ toyId: z.string() });
const byId = z.strictObject({ id: z.string() });
const body = z.strictObject({ name: z.string(), color: z.optional(z.string()) });

const book = z.looseObject({
  id: z.string(),
  shelfId: z.string(),
  title: z.string(),
  note: z.optional(z.string()),
  isDeleted: z.optional(z.boolean()),
  createdAt: z.optional(z.string()),
  updatedAt: z.optional(z.string()),
});
const titled = z.strictObject({ title: z.string(), note: z.optional(z.string()) });

const bookCommon = {
  ...common,
  errors: ['QUOTE_NOT_FOUND', 'CUSTOMER_DELETED', 'CONFLICT'],
} as const;

const written: Readonly<Record<string, OperationInput>> = {
  'books.create': {
    ...bookCommon,
    method: 'POST',
    path: '/books',
    body: z.strictObject({ shelfId: z.optional(z.string()), title: z.string() }),
    responses: { 201: book },
  },
  'books.update': {
    ...bookCommon,
    method: 'PUT',
    path: '/books/{id}',
    params: byId,
    body: titled,
    responses: { 200: book },
  },
  'books.delete': {
    ...bookCommon,
    method: 'DELETE',
    path: '/books/{id}',
    params: byId,
    responses: { 200: book },
  },
  'books.list': {
    ...bookCommon,
    method: 'GET',
    path: '/shelves/{shelfId}/books',
    params: z.strictObject({ shelfId: z.string() }),
    responses: { 200: whole(book) },
  },
  'seals.update': {
    ...common,
    errors: ['CONFLICT'],
    method: 'PATCH',
    path: '/seals/{id}',
    signing: 'required',
    params: byId,
    body: titled,
    responses: { 200: book },
  },
  'seals.delete': {
    ...common,
    errors: ['CONFLICT'],
    method: 'DELETE',
    path: '/seals/{id}',
    signing: 'required',
    params: byId,
    responses: { 204: null },
  },
  'toys.create': {
    ...common,
    method: 'POST',
    path: '/toys',
    body,
    responses: { 201: toySchema },
    errors: [],
  },
  'toys.get': {
    ...common,
    method: 'GET',
    path: '/toys/{toyId}',
    params,
    responses: { 200: toySchema },
    errors: ['REFERENCE_NOT_FOUND'],
  },
  'toys.list': {
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
  'toys.update': {
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
  'toys.delete': {
    ...common,
    method: 'DELETE',
    path: '/toys/{toyId}',
    params,
    responses: { 204: null },
    errors: ['REFERENCE_NOT_FOUND'],
  },
};

/** Rows of a contract with more resources. */
const operations = Object.entries(written).map(([name, row]) => ({
  name,
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

const shelves = resource({
  name: 'shelves',
  record: recordOf<Shelf>(),
  id: 'Shelf',
  notFound: 'QUOTE_NOT_FOUND',
});

const books = resource({
  name: 'books',
  record: recordOf<Book>(),
  id: (world) => `book-${world.random.hex('book', 4)}`,
  label: 'Book',
  notFound: 'QUOTE_NOT_FOUND',
  owner: { field: 'shelfId', of: shelves },
  listed: ({ isDeleted, shelfId }, call) =>
    isDeleted !== true && shelfId === (call.input as { shelfId: string }).shelfId,
  update: 'replace',
  softDelete: { field: 'isDeleted', code: 'CUSTOMER_DELETED' },
});

const seals = resource({
  name: 'seals',
  record: recordOf<Book>(),
  id: 'Seal',
  signers: ({ shelfId }) => (shelfId === 'open' ? 'none' : { accountIds: [shelfId] }),
  check({ title }) {
    if (title === 'fixed') throw refuse('CONFLICT', 'The seal is fixed');
  },
});

const toyArea = area({
  resources: [shelves, books, seals, toys],
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

async function send(
  method: string,
  path: string,
  sent?: unknown,
  headers: Record<string, string> = {},
) {
  const response = await request(mock, method, path, sent, headers);
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

/** Inserts records into a table, as a seeded world does. */
function seed(table: string, ...records: readonly object[]): void {
  const snapshot = mock.snapshot();
  const rowsOf = records.map((record, index) => [index + 1, record] as const);
  const state = { next: records.length + 1, rows: rowsOf as [number, Shelf][] };
  mock.restore({ ...snapshot, tables: { ...snapshot.tables, [table]: state } });
}

beforeEach(() => {
  const engine = compose([toyArea], operations, []);
  mock = createMockOf(engine, { authentication: 'off', checkResponses: true });
  addToy = (mock.add as unknown as { toy: typeof addToy }).toy;
});

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
  expect(mock.panels().at(-1)).toMatchObject({ name: 'toys', total: 1, stateField: 'state' });
  expect(JSON.stringify(mock.panels())).not.toContain('secret');
  const fork = mock.fork();
  expect(fork.snapshot()).toEqual(mock.snapshot());
  mock.reset();
  expect([mock.panels().at(-1)?.total, fork.panels().at(-1)?.total]).toEqual([0, 1]);
  mock.restore(fork.snapshot());
  expect(mock.panels().at(-1)?.records).toMatchObject([{ id: toy.id }]);
  expect(mock.events).toHaveLength(1);
});

test('an owner is required and must exist; a function can make ids', async () => {
  expect((await send('POST', '/books', { title: 'A' })).status).toBe(400);
  const missing = await send('POST', '/books', { title: 'A', shelfId: 'Shelf:none' });
  expect(missing).toMatchObject({ status: 404, body: { code: 'QUOTE_NOT_FOUND' } });
  seed('shelves', { id: 'Shelf:1' });
  const made = await send('POST', '/books', { title: 'A', shelfId: 'Shelf:1' });
  expect(made.body.id).toMatch(/^book-[0-9a-f]{8}$/);
});

test('replace removes the fields that are missing from a body', async () => {
  seed('books', { id: 'b', shelfId: 's', title: 'A', note: 'old', createdAt: '2026-01-01' });
  const shelf = { shelfId: 's' };
  const replaced = await send('PUT', '/books/b', { title: 'B' });
  expect(replaced.body).toMatchObject({ ...shelf, title: 'B', createdAt: '2026-01-01' });
  expect(replaced.body).not.toHaveProperty('note');
});

test('a soft deletion leaves the record, and a second one has its own code', async () => {
  seed('books', { id: 'b', shelfId: 's', title: 'A' }, { id: 'c', shelfId: 's', title: 'C' });
  expect((await send('DELETE', '/books/b')).body).toMatchObject({ id: 'b', isDeleted: true });
  const again = await send('DELETE', '/books/b');
  expect(again).toMatchObject({ status: 410, body: { code: 'CUSTOMER_DELETED' } });
  const { body: list } = await send('GET', '/shelves/s/books');
  expect(list).toEqual({ data: [{ id: 'c', shelfId: 's', title: 'C' }] });
});

const stamp = (requestId: string) => ({
  'request-id': requestId,
  'service-wallet-signature': 'sandbox-valid-signature',
});

test('signed rows need both legs, and the check runs before the challenge is issued', async () => {
  const seal = (id: string, shelfId: string, title: string) => ({ id, shelfId, title });
  seed('seals', seal('a', 'x', 'A'), seal('o', 'open', 'A'), seal('f', 'x', 'fixed'));
  const change = { title: 'B' };
  const challenge = await send('PATCH', '/seals/a', change);
  expect(challenge.status).toBe(202);
  const done = await send('PATCH', '/seals/a', change, stamp(challenge.body.requestId));
  expect(done).toMatchObject({ status: 200, body: { title: 'B' } });
  expect((await send('PATCH', '/seals/o', change)).status).toBe(200);
  expect((await send('PATCH', '/seals/f', change)).status).toBe(409);
  expect((await send('DELETE', '/seals/f')).status).toBe(409);
  const removal = await send('DELETE', '/seals/a');
  expect((await send('DELETE', '/seals/a', undefined, stamp(removal.body.requestId))).status).toBe(
    204,
  );
  expect((await send('DELETE', '/seals/a')).status).toBe(404);
});

function addDocuments(api: OpenMock, count: number): string[] {
  const documentHolder = 'Customer:holder';
  return Array.from({ length: count }, () => api.mock.add.document({ documentHolder }).id);
}

test.each(['0', '101', '-1', '1.5', '1e1', 'ten', ''])(
  'rule 73: the limit "%s" is 400',
  async (limit) => {
    const api = await open();
    expectInvalid(await api.send('GET', `/documents?limit=${limit}`), 'limit');
  },
);

test('rule 73: 20 by default, 1 to 100 by choice', async (api) => {
  addDocuments(api, 101);
  expect(idsOf(await api.send('GET', '/documents'))).toHaveLength(20);
  expect(idsOf(await api.send('GET', '/documents?limit=1'))).toHaveLength(1);
  expect(idsOf(await api.send('GET', '/documents?limit=100'))).toHaveLength(100);
  expectInvalid(await api.send('GET', '/documents?limit=1&limit=2'), 'limit');
});

test('rule 101: a cursor is valid for its own list and filter only', async (api) => {
  addDocuments(api, 4);
  const { id } = api.mock.add.customer();
  const { nextCursor } = (await api.send('GET', '/documents?limit=2')).body;
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
  const found: string[] = [];
  let cursor = '';
  do {
    const page = await api.send('GET', `/documents?limit=2${cursor}`);
    found.push(...idsOf(page));
    cursor = page.body.hasMore === true ? `&cursor=${page.body.nextCursor}` : '';
    expect(page.body.totalCount).toBe(api.mock.snapshot().tables.documents.rows.length);
    if (found.length < 8) addDocuments(api, 1);
  } while (cursor !== '');
  expect(new Set(found).size).toBe(found.length);
  expect(found).toEqual(expect.arrayContaining(all));
});
