import { operations } from '@org/payments-contract';
import { expect, test } from 'vitest';
import { createMock } from '../../src/index.ts';
import { agentScene } from '../support/agents.ts';
import { exampleRequest } from '../support/example-request.ts';
import { fetchTransport, idsOf, type OpenMock, openMock } from '../support/open-mock.ts';

const paged = operations().filter(({ row }) => row.list === 'paged');

test.each(paged)(
  'rule 74: $name is read in pages, and takes only its own cursors',
  async (each) => {
    const mock = createMock({ checkResponses: true });
    const { path, headers } = exampleRequest(each, mock);
    const [, stablecoin] = /^\/stablecoins\/(Stablecoin.+)\/operations/.exec(path) ?? [];
    if (stablecoin !== undefined) {
      mock.add.stablecoin({ id: decodeURIComponent(stablecoin) as `Stablecoin:${string}` });
    }
    const read = async (query: string) => {
      const url = `${mock.connection.baseUrl}${path.split('?')[0]}`;
      const required = new URLSearchParams(path.split('?')[1]);
      for (const optional of ['cursor', 'limit']) required.delete(optional);
      return (await mock.fetch(`${url}?${required}&${query}`, { headers })).json();
    };
    expect(await read('limit=100')).toMatchObject({ data: expect.any(Array), hasMore: false });
    expect((await read('limit=101')).details.errors).toMatchObject([{ field: 'limit' }]);
    expect((await read('cursor=x')).details.errors).toMatchObject([{ field: 'cursor' }]);
  },
);

/** A list whose items can be added one by one, beside items that do not belong to it. */
interface Listed {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Adds an item and returns its id. */
  add(): string | Promise<string>;
}

/** Lists that are narrowed by the query, by the caller, and by the state of their items. */
const lists: Readonly<Record<string, (api: OpenMock) => Listed>> = {
  'cards.list': ({ mock }) => {
    const cardholderId = mock.add.customer().id;
    mock.add.card();
    const add = () => mock.add.card({ cardholderId }).id;
    return { path: `/cards?cardholderId=${cardholderId}`, add };
  },
  'agent.transactions.list': (api) => {
    const { customerId, accessToken } = agentScene(api);
    api.mock.add.transaction();
    const add = () => api.mock.add.transaction({ customerId }).id;
    const headers = { authorization: `Bearer ${accessToken}` };
    return { path: '/agents/me/transactions?type=INCOMING', headers, add };
  },
  'agents.listApprovals': (api) => {
    const policy = { approvalThresholds: { currency: 'USD', amount: 1 } };
    const { agent, out } = agentScene(api, { policy });
    const add = async () => String((await out(2)).body.id);
    return { path: `/agents/approvals?agentId=${agent.id}`, add };
  },
};

/** Reads every page, and checks the fields of the page. */
async function walk(api: OpenMock, listed: Listed, limit: number | undefined): Promise<string[]> {
  const found: string[] = [];
  const totals: unknown[] = [];
  let cursor = '';
  do {
    const query = limit === undefined ? cursor : `&limit=${limit}${cursor}`;
    const reply = await api.send('GET', `${listed.path}${query}`, undefined, listed.headers);
    const { hasMore, nextCursor, totalCount } = reply.body;
    found.push(...idsOf(reply));
    totals.push(totalCount);
    expect(idsOf(reply).length).toBeLessThanOrEqual(limit ?? 20);
    expect(nextCursor !== undefined).toBe(hasMore);
    cursor = nextCursor === undefined ? '' : `&cursor=${nextCursor}`;
  } while (cursor !== '');
  expect(totals.every((total) => total === found.length)).toBe(true);
  return found;
}

/** The smallest and the largest numbers of items around the limits. */
const counts = [0, 1, 20, 21, 101];

test.each(Object.entries(lists))('rule 74: %s has no gap and no duplicate', async (_name, open) => {
  const api = await openMock(fetchTransport);
  const listed = open(api);
  const ids: string[] = [];
  for (const count of counts) {
    while (ids.length < count) ids.push(await listed.add());
    const expected = [...ids].sort();
    for (const limit of [undefined, 7, 100]) {
      expect((await walk(api, listed, limit)).sort()).toEqual(expected);
    }
  }
  expect(new Set(ids).size).toBe(counts.at(-1));
});
