import { describe, expect, test, vi } from 'vitest';
import { oneStepChanges } from '../../../contract/test/one-step-changes.ts';
import { type AnyOperation, anyOperations, methodOf } from '../../test/any-operation.ts';
import { document, json, refusal, scriptedClient } from '../../test/scripted-service.ts';
import { ContractError } from '../errors/network-errors.ts';
import { isPaymentsError } from '../errors/payments-error.ts';
import type { ListCall } from './list-call.ts';

const documentOf = (id: number) => ({ ...document, id: `Document:${id}` });

function pages(...sizes: number[]) {
  let next = 0;
  return sizes.map((size, index) => {
    const data = Array.from({ length: size }, () => documentOf(next++));
    const hasMore = index < sizes.length - 1;
    const more = hasMore && { nextCursor: `c${index + 1}` };
    return json(200, { data, hasMore, ...more, totalCount: 9 });
  });
}
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);

describe('a list', () => {
  test('sends nothing until it is used', async () => {
    const { payments, received } = scriptedClient([]);
    payments.documents.list();
    await Promise.resolve();
    expect(received).toHaveLength(0);
  });

  test('awaited resolves to its first page, once', async () => {
    const { payments, received } = scriptedClient(pages(2, 1));
    const list = payments.documents.list({ documentHolder: 'Customer:1', limit: 2 });
    expect(ids((await list).data)).toEqual(['Document:0', 'Document:1']);
    expect((await list).nextCursor).toBe('c1');
    const expected = ['?documentHolder=Customer%3A1&limit=2'];
    expect(received.map(({ url }) => new URL(url).search)).toEqual(expected);
  });

  test('a loop that ends early fetches no further page', async () => {
    const { payments, received } = scriptedClient(pages(2, 2));
    for await (const _ of payments.documents.list()) break;
    expect(received).toHaveLength(1);
  });

  test('toArray collects all items, or up to its limit', async () => {
    const all = scriptedClient(pages(2, 2, 1));
    expect(await all.payments.documents.list().toArray()).toHaveLength(5);
    const some = scriptedClient(pages(2, 2, 1));
    expect(ids(await some.payments.documents.list().toArray({ limit: 3 }))).toHaveLength(3);
    expect(some.received).toHaveLength(2);
    const none = scriptedClient([]);
    expect(await none.payments.documents.list().toArray({ limit: 0 })).toEqual([]);
  });

  test('pages can be fetched ahead', async () => {
    const { payments, received } = scriptedClient(pages(1, 1));
    const walk = payments.documents.list().pages({ prefetch: true });
    await walk.next();
    await new Promise((resolve) => setImmediate(resolve));
    expect(received).toHaveLength(2);
    expect(ids((await walk.next()).value?.data ?? [])).toEqual(['Document:1']);
    expect((await walk.next()).done).toBe(true);
    expect(received).toHaveLength(2);
  });

  test('a later run resumes at a cursor', async () => {
    const { payments, received } = scriptedClient(pages(1));
    await payments.documents.list({ cursor: 'saved' }).toArray();
    expect(new URL(received[0]?.url ?? '').search).toBe('?cursor=saved');
  });

  test('an endless list of empty pages is an error; one with items among them is not', async () => {
    let sent = 0;
    const page = (data: readonly object[]) =>
      json(200, { data, hasMore: true, nextCursor: `c${sent++}` });
    const endless = scriptedClient([], { fetch: async () => page([]) });
    await expect(endless.payments.documents.list().toArray()).rejects.toMatchObject({
      name: 'ContractError',
      operation: 'documents.list',
      message: 'The service returned 1000 pages in a row without an item.',
    });
    expect(sent).toBe(1_000);
    sent = 0;
    const options = { fetch: async () => page(sent % 900 === 899 ? [documentOf(sent)] : []) };
    const sparse = scriptedClient([], options);
    expect(await sparse.payments.documents.list().toArray({ limit: 3 })).toHaveLength(3);
  });

  test.each([
    ['no cursor', {}],
    ['null for a cursor', { nextCursor: null }],
    ['an empty cursor', { nextCursor: '' }],
  ])('a page with hasMore and %s is an error', async (_what, more) => {
    for (const validate of ['strict', 'off'] as const) {
      const page = () => json(200, { data: [], hasMore: true, ...more });
      const { payments, received } = scriptedClient([page(), page()], { validate });
      const refused = { name: 'ContractError', operation: 'documents.list' };
      await expect(payments.documents.list().toArray()).rejects.toMatchObject(refused);
      expect(received).toHaveLength(1);
    }
  });

  test.each<[string, object]>([
    ['no list', {}],
    ['a list that is null', { data: null, hasMore: false }],
    ['a cursor that is not text', { data: [], hasMore: true, nextCursor: 7 }],
  ])('a page that is not checked and has %s is an error', async (_what, page) => {
    const { payments } = scriptedClient([json(200, page)], { validate: 'off' });
    await expect(payments.documents.list().toArray()).rejects.toBeInstanceOf(ContractError);
  });

  test('its failure reaches each way of using it', async () => {
    const over = vi.fn();
    for (const use of [
      (list: ListCall<object>): Promise<unknown> => list,
      (list: ListCall<object>) => list.toArray(),
      (list: ListCall<object>) => list.finally(over),
      (list: ListCall<object>) => list.withResponse(),
    ]) {
      const { payments } = scriptedClient([refusal(400, 'INVALID_INPUT')]);
      const refused = { code: 'INVALID_INPUT' };
      await expect(use(payments.documents.list())).rejects.toMatchObject(refused);
    }
    expect(over).toHaveBeenCalledOnce();
    const { payments } = scriptedClient([refusal(400, 'INVALID_INPUT')]);
    const code = payments.documents.list().catch((error: { readonly code: string }) => error.code);
    expect(await code).toBe('INVALID_INPUT');
    const invalid = scriptedClient([]).payments.documents.list({ limit: 101 });
    await expect(invalid).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

const lists = anyOperations.filter(({ row }) => row.list === 'paged');

interface AnyPage {
  readonly data?: unknown;
  readonly hasMore?: unknown;
  readonly nextCursor?: unknown;
}

const itemsOf = ({ result }: AnyOperation) => (result as { data: object[] }).data.slice(0, 1);

function pageTexts(list: AnyOperation) {
  const page = { data: itemsOf(list), totalCount: 3 };
  return {
    first: JSON.stringify({ ...page, hasMore: true, nextCursor: 'second' }),
    second: { ...page, hasMore: true, nextCursor: 'third' },
    last: JSON.stringify({ ...page, hasMore: false }),
  };
}

/** Walks a list whose second page is given as text. */
async function walk(list: AnyOperation, second: string) {
  const { first, last } = pageTexts(list);
  const queries: URLSearchParams[] = [];
  const fetch = async (request: Request) => {
    queries.push(new URL(request.url).searchParams);
    const body = queries.length === 1 ? first : queries.length === 2 ? second : last;
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  };
  const call = methodOf(list, fetch)(list.input) as ListCall<object>;
  try {
    return { queries, items: await call.toArray() };
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
    return { queries, error };
  }
}

/**
 * The number of items from a second page on, which the last page follows or not; undefined if it is
 * not a page that can be walked on.
 */
function itemsFrom(page: AnyPage | null): number | undefined {
  if (!Array.isArray(page?.data)) return undefined;
  if (page.hasMore === false) return page.data.length;
  const { nextCursor } = page;
  const isCursor = typeof nextCursor === 'string' && nextCursor !== '' && nextCursor !== 'second';
  return page.hasMore === true && isCursor ? page.data.length + 1 : undefined;
}

test('there are lists with pages, and each has an item', () => {
  expect(lists.length).toBeGreaterThan(8);
  for (const list of lists)
    expect([list.name, itemsOf(list)]).toEqual([list.name, [expect.anything()]]);
});

describe.each(lists)('$name', (list) => {
  const { second } = pageTexts(list);

  test('every page is read with the filter of the first, and its own cursor', async () => {
    const { queries, items } = await walk(list, JSON.stringify(second));
    expect(items).toHaveLength(3);
    const [first, ...others] = queries.map((query) => Object.fromEntries(query));
    expect(others).toEqual([
      { ...first, cursor: 'second' },
      { ...first, cursor: 'third' },
    ]);
  });

  /**
   * Harmless by rule: any change of items, of which a list may have others at any time, and which
   * callers read with types that allow for drift; of `totalCount`, which counts them.
   */
  test('a second page is walked as it is, or refused', async () => {
    const steps = oneStepChanges(second).filter(
      ({ path }) => !path.startsWith('data.') && path !== 'totalCount',
    );
    for (const { name, text, kind } of steps) {
      const { items, error } = await walk(list, text);
      const others = itemsFrom(JSON.parse(text) as AnyPage | null);
      if (error !== undefined && (kind === 'type' || kind === 'items')) continue;
      const expected = others === undefined ? 'refused' : 1 + others;
      expect([name, error === undefined ? items?.length : 'refused']).toEqual([name, expected]);
    }
  });

  test.each(['{}', '[]', '{"success":false}', '{"data":{}}', '""', '{"id":"Customer:1"}'])(
    'a second page is not %s, which a gateway sent',
    async (text) => {
      expect(await walk(list, text)).toMatchObject({ error: { name: 'ContractError' } });
    },
  );

  test('a second page that leads to itself ends the walk', async () => {
    const { error, queries } = await walk(list, pageTexts(list).first);
    expect(error).toMatchObject({ name: 'ContractError', operation: list.name });
    expect(queries).toHaveLength(2);
  });
});
