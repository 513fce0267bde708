import { type NamedOperation, type OperationInput, operation, whole } from '@org/payments-contract';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createMockOf, type Mock } from '../../mock.ts';
import { recordOf } from '../../store/table-handle.ts';
import { area } from '../area.ts';
import { compose } from '../compose.ts';
import { refuse } from '../refusal.ts';
import { resource } from './resource.ts';

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

const book = z.looseObject({
  id: z.string(),
  shelfId: z.string(),
  title: z.string(),
  note: z.optional(z.string()),
  isDeleted: z.optional(z.boolean()),
  createdAt: z.optional(z.string()),
  updatedAt: z.optional(z.string()),
});
const params = z.strictObject({ id: z.string() });
const common = {
  auth: 'platform',
  signing: 'never',
  origin: 'reference',
  errors: ['QUOTE_NOT_FOUND', 'CUSTOMER_DELETED', 'CONFLICT'],
} as const;
const body = z.strictObject({ title: z.string(), note: z.optional(z.string()) });

const written: Readonly<Record<string, OperationInput>> = {
  'books.create': {
    ...common,
    method: 'POST',
    path: '/books',
    body: z.strictObject({ shelfId: z.optional(z.string()), title: z.string() }),
    responses: { 201: book },
  },
  'books.update': {
    ...common,
    method: 'PUT',
    path: '/books/{id}',
    params,
    body,
    responses: { 200: book },
  },
  'books.delete': {
    ...common,
    method: 'DELETE',
    path: '/books/{id}',
    params,
    responses: { 200: book },
  },
  'books.list': {
    ...common,
    method: 'GET',
    path: '/shelves/{shelfId}/books',
    params: z.strictObject({ shelfId: z.string() }),
    responses: { 200: whole(book) },
  },
  'seals.update': {
    ...common,
    method: 'PATCH',
    path: '/seals/{id}',
    signing: 'required',
    errors: ['CONFLICT'],
    params,
    body,
    responses: { 200: book },
  },
  'seals.delete': {
    ...common,
    method: 'DELETE',
    path: '/seals/{id}',
    signing: 'required',
    errors: ['CONFLICT'],
    params,
    responses: { 204: null },
  },
};

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

const operations = Object.entries(written).map(([name, row]) => ({
  name,
  row: operation(row),
})) as unknown as NamedOperation[];

const parts = compose([area({ resources: [shelves, books, seals] })], operations, []);

function api() {
  const mock = createMockOf(parts, { authentication: 'off', checkResponses: true });
  const send = async (method: string, path: string, sent?: unknown, headers: object = {}) => {
    const response = await mock.fetch(`${mock.connection.baseUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  return { mock, send };
}

/** Inserts records into a table, as a seeded world does. */
function seed(mock: Mock, table: string, ...records: readonly object[]): void {
  const snapshot = mock.snapshot();
  const rowsOf = records.map((record, index) => [index + 1, record] as const);
  const state = { next: records.length + 1, rows: rowsOf as [number, Shelf][] };
  mock.restore({ ...snapshot, tables: { ...snapshot.tables, [table]: state } });
}

test('an owner is required and must exist; a function can make ids', async () => {
  const { mock, send } = api();
  expect((await send('POST', '/books', { title: 'A' })).status).toBe(400);
  const missing = await send('POST', '/books', { title: 'A', shelfId: 'Shelf:none' });
  expect(missing).toMatchObject({ status: 404, body: { code: 'QUOTE_NOT_FOUND' } });
  seed(mock, 'shelves', { id: 'Shelf:1' });
  const made = await send('POST', '/books', { title: 'A', shelfId: 'Shelf:1' });
  expect(made.body.id).toMatch(/^book-[0-9a-f]{8}$/);
});

test('replace removes the fields that are missing from a body', async () => {
  const { mock, send } = api();
  seed(mock, 'books', { id: 'b', shelfId: 's', title: 'A', note: 'old', createdAt: '2026-01-01' });
  const shelf = { shelfId: 's' };
  const replaced = await send('PUT', '/books/b', { title: 'B' });
  expect(replaced.body).toMatchObject({ ...shelf, title: 'B', createdAt: '2026-01-01' });
  expect(replaced.body).not.toHaveProperty('note');
});

test('a soft deletion leaves the record, and a second one has its own code', async () => {
  const { mock, send } = api();
  seed(mock, 'books', { id: 'b', shelfId: 's', title: 'A' }, { id: 'c', shelfId: 's', title: 'C' });
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
  const { mock, send } = api();
  const seal = (id: string, shelfId: string, title: string) => ({ id, shelfId, title });
  seed(mock, 'seals', seal('a', 'x', 'A'), seal('o', 'open', 'A'), seal('f', 'x', 'fixed'));
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

test('two tables or two fixtures with the same name are an error', () => {
  const twice = compose([area({ resources: [books] }), area({ resources: [books] })], [], []);
  expect(() => createMockOf(twice)).toThrow('Two tables are named books');
});
