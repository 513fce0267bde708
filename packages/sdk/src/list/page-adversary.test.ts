import { describe, expect, test } from 'vitest';
import { oneStepChanges, sampled } from '../../../contract/test/one-step-changes.ts';
import { type AnyOperation, anyOperations, methodOf } from '../../test/any-operation.ts';
import { isPaymentsError } from '../errors/payments-error.ts';
import type { ListCall } from './list-call.ts';

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
    for (const { name, text, kind } of sampled(steps, 60)) {
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
    expect([error?.name, queries.length]).toEqual(['ContractError', 2]);
  });
});
