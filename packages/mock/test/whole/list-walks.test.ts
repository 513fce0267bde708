import { operations } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { expect, test } from 'vitest';
import { agentScene } from '../support/agents.ts';
import { fetchTransport, type OpenMock, openMock } from '../support/open-mock.ts';

/** Adds a resource to a mock. */
type Adder = (fields: Readonly<Record<string, unknown>>) => unknown;

/**
 * Returns the function of `mock.add` that is named after the type of an id: `card` for `Card:7c1e`;
 * undefined if there is none.
 */
function adderFor(id: unknown, { add }: OpenMock['mock']): Adder | undefined {
  const type = /^([A-Z]\w*):/.exec(String(id))?.[1];
  if (type === undefined) return undefined;
  const name = `${type.charAt(0).toLowerCase()}${type.slice(1)}`;
  return Object.hasOwn(add, name) ? (add as unknown as Record<string, Adder>)[name] : undefined;
}

type CustomerId = `Customer:${string}`;
type Item = Readonly<Record<string, unknown>>;

/** A list whose items can be added one by one, beside items that do not belong to it. */
interface Listed {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Adds an item and returns what tells it apart. */
  add(): string | Promise<string>;
  /** What tells an item apart; its id if not said. */
  readonly keyOf?: (item: Item) => unknown;
}

const customerOf = ({ mock }: OpenMock) => mock.add.customer({ customerType: 'BUSINESS' }).id;

/** Prepares an agent whose payments above 1 cent wait for approval. */
function agentOf(api: OpenMock) {
  const { customerId, agent, accessToken, out } = agentScene(api, {
    policy: { approvalThresholds: { currency: 'USD', amount: 1 } },
  });
  const headers = { authorization: `Bearer ${accessToken}` };
  const ask = async () => String((await out(2)).body.id);
  return { customerId, agentId: agent.id, headers, ask };
}

/** Paged lists that are filtered, or filled in another way than by `mock.add` alone. */
const lists: Readonly<Record<string, (api: OpenMock) => Listed>> = {
  'beneficialOwners.list': (api) => {
    const customerId = customerOf(api) as CustomerId;
    const add = () => api.mock.add.beneficialOwner({ customerId }).id;
    return { path: `/beneficial-owners?customerId=${customerId}`, add };
  },
  'documents.list': (api) => {
    const documentHolder = customerOf(api);
    const add = () => api.mock.add.document({ documentHolder }).id;
    return { path: `/documents?documentHolder=${documentHolder}`, add };
  },
  'verifications.list': (api) => ({
    path: '/verifications?verificationStatus=IN_PROGRESS',
    async add() {
      const { id: customerId } = api.mock.add.customer({ kycStatus: 'UNVERIFIED' });
      return String((await api.send('POST', '/verifications', { customerId })).body.id);
    },
  }),
  'internalAccounts.list': (api) => {
    const customerId = customerOf(api);
    const add = () => api.mock.add.internalAccount({ customerId }).id;
    return { path: `/customers/internal-accounts?customerId=${customerId}`, add };
  },
  'cards.list': (api) => {
    const cardholderId = customerOf(api) as CustomerId;
    const add = () => api.mock.add.card({ cardholderId }).id;
    return { path: `/cards?cardholderId=${cardholderId}`, add };
  },
  'transactions.list': (api) => {
    const customerId = customerOf(api);
    return { path: '/transactions', add: () => api.mock.add.transaction({ customerId }).id };
  },
  'externalAccounts.list': (api) => {
    const customerId = customerOf(api);
    api.mock.add.externalAccount({ isPlatformAccount: true });
    const add = () => api.mock.add.externalAccount({ customerId }).id;
    return { path: '/customers/external-accounts', add };
  },
  'platformAccounts.list': ({ mock }) => {
    mock.add.externalAccount();
    const add = () => mock.add.externalAccount({ isPlatformAccount: true }).id;
    return { path: '/platform/external-accounts', add };
  },
  'discoveries.listUmaProviders': ({ mock }) => {
    mock.add.umaProvider({ domain: 'blocked.example.com', allowListStatus: false });
    const add = () => mock.add.umaProvider().domain ?? '';
    return { path: '/uma-providers', add, keyOf: ({ domain }) => domain };
  },
  'discoveries.listVasps': ({ mock }) => ({
    path: '/vasps',
    add: () => mock.add.vasp().vaspName,
    keyOf: ({ vaspName }) => vaspName,
  }),
  'stablecoins.listOperations': ({ mock }) => {
    const { id: stablecoinId } = mock.add.stablecoin();
    mock.add.stablecoinOperation();
    const add = () => mock.add.stablecoinOperation({ stablecoinId }).id;
    return { path: `/stablecoins/${stablecoinId}/operations`, add };
  },
  'tokens.list': ({ mock }) => {
    mock.add.token({ name: 'Other' });
    return { path: '/tokens?name=Walk', add: () => mock.add.token({ name: 'Walk' }).id };
  },
  'agents.list': (api) => {
    const customerId = customerOf(api) as CustomerId;
    api.mock.add.agent();
    const add = () => api.mock.add.agent({ customerId }).agent.id;
    return { path: `/agents?customerId=${customerId}`, add };
  },
  'agents.listApprovals': (api) => {
    const { agentId, ask } = agentOf(api);
    return { path: `/agents/approvals?agentId=${agentId}`, add: ask };
  },
  'agent.actions.list': (api) => {
    const { headers, ask } = agentOf(api);
    return { path: '/agents/me/actions', headers, add: ask };
  },
  'agent.transactions.list': (api) => {
    const { headers, customerId } = agentOf(api);
    api.mock.add.transaction({ customerId: customerOf(api) });
    const add = () => api.mock.add.transaction({ customerId }).id;
    return { path: '/agents/me/transactions?type=INCOMING', headers, add };
  },
  'agent.internalAccounts.list': (api) => {
    const { headers, customerId } = agentOf(api);
    api.mock.add.internalAccount({ customerId: customerOf(api), currency: 'EUR' });
    const add = () => api.mock.add.internalAccount({ customerId, currency: 'EUR' }).id;
    return { path: '/agents/me/internal-accounts?currency=EUR', headers, add };
  },
  'agent.externalAccounts.list': (api) => {
    const { headers, customerId } = agentOf(api);
    api.mock.add.externalAccount({ customerId: customerOf(api), currency: 'EUR' });
    const add = () => api.mock.add.externalAccount({ customerId, currency: 'EUR' }).id;
    return { path: '/agents/me/external-accounts?currency=EUR', headers, add };
  },
};

/** Reads every page, and checks the fields of the page. */
async function walk(api: OpenMock, listed: Listed, limit: number | undefined): Promise<string[]> {
  const { path, headers = {}, keyOf = ({ id }) => id } = listed;
  const found: string[] = [];
  const totals = new Set<unknown>();
  let cursor = '';
  do {
    const url = new URL(path, 'http://localhost');
    if (limit !== undefined) url.searchParams.set('limit', String(limit));
    if (cursor !== '') url.searchParams.set('cursor', cursor);
    const { status, body } = await api.send('GET', url.pathname + url.search, undefined, headers);
    expect([status, body.details]).toEqual([200, undefined]);
    const data = body.data as readonly Item[];
    expect(data.length).toBeLessThanOrEqual(limit ?? 20);
    found.push(...data.map((item) => String(keyOf(item))));
    totals.add(body.totalCount);
    expect('nextCursor' in body).toBe(body.hasMore);
    cursor = String(body.nextCursor ?? '');
  } while (cursor !== '');
  // A list may leave its total out.
  totals.delete(undefined);
  expect([...totals].every((total) => total === found.length)).toBe(true);
  return found;
}

const paged = operations().filter(({ row }) => row.list === 'paged');

/** Returns how to fill a list: as its entry says, or by the function of `mock.add` for its items. */
function openList({ name, row }: (typeof paged)[number], api: OpenMock): Listed {
  const entry = lists[name];
  if (entry !== undefined) return entry(api);
  const [item] = (exampleOf(name).result as { readonly data: readonly Item[] }).data;
  const add = adderFor(item?.id, api.mock);
  if (add === undefined) throw new Error(`${name} needs an entry in the table of lists`);
  return { path: row.path, add: () => String((add({}) as Item).id) };
}

test('rule 74: each entry is for a paged operation of the contract', () => {
  const names: readonly string[] = paged.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(15);
  expect(Object.keys(lists).filter((name) => !names.includes(name))).toEqual([]);
});

/** The smallest and the largest numbers of items around the limits. */
const counts = [0, 1, 20, 21, 101];

test.each(paged)('rule 74: $name has no gap and no duplicate', async (operation) => {
  const api = await openMock(fetchTransport);
  const listed = openList(operation, api);
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
