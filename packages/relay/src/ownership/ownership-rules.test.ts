import { NotFoundError } from '@org/payments-sdk';
import { describe, expect, it, test } from 'vitest';
import { FakeClock } from '../../../sdk/test/fake-clock.ts';
import type { RelayUser } from '../options/actions.ts';
import { Ownership, type OwnershipOptions } from './ownership.ts';
import { ReadBudget } from './ownership-reads.ts';
import { stableKey } from './short-cache.ts';
import { idsIn } from './step-ownership.ts';

const ada: RelayUser = { id: 'ada', customerId: 'Customer:ada' };
const eve: RelayUser = { id: 'eve', customerId: 'Customer:eve' };

/** What a service with the resources of two customers has, and how often it was asked. */
function service() {
  const wallets = [
    { id: 'InternalAccount:ada', customerId: ada.customerId },
    { id: 'InternalAccount:eve', customerId: eve.customerId },
  ];
  const owned = (kind: string) => [
    { id: `${kind}:ada`, accountId: 'InternalAccount:ada' },
    { id: `${kind}:eve`, accountId: 'InternalAccount:eve' },
  ];
  const reads: string[] = [];
  const listOf = (kind: string, all: readonly { readonly accountId: string }[]) => ({
    list: async ({ accountId }: { readonly accountId: string }) => {
      reads.push(`${kind} of ${accountId}`);
      return { data: all.filter((one) => one.accountId === accountId) };
    },
  });
  const missing = () => new NotFoundError({ status: 404, code: 'NOT_FOUND', message: 'gone' });
  const credentials = owned('AuthMethod');
  const sessions = owned('Session');
  const payments = {
    internalAccounts: {
      list: ({ customerId }: RelayUser) => ({
        async *pages() {
          reads.push(`wallets of ${customerId}`);
          yield { data: wallets.filter((one) => one.customerId === customerId), hasMore: false };
        },
      }),
    },
    credentials: listOf('credentials', credentials),
    sessions: listOf('sessions', sessions),
    cards: {
      get: async ({ id }: { readonly id: string }) => {
        if (!/^Card:(?:ada|eve)$/.test(id)) throw missing();
        return { cardholderId: id.replace('Card', 'Customer') };
      },
    },
    externalAccounts: {
      get: async ({ externalAccountId: id }: { readonly externalAccountId: string }) => {
        if (id !== 'ExternalAccount:1') throw missing();
        return { id };
      },
    },
    quotes: {
      get: async ({ quoteId }: { readonly quoteId: string }) => {
        if (quoteId === 'Quote:real-time') return { source: { sourceType: 'REALTIME_FUNDING' } };
        if (!/^Quote:(?:ada|eve)$/.test(quoteId)) throw missing();
        return { source: { accountId: quoteId.replace('Quote', 'InternalAccount') } };
      },
    },
  };
  return { payments, wallets, credentials, sessions, reads };
}

function setUp(more: Partial<OwnershipOptions> = {}) {
  const clock = new FakeClock();
  const { payments, ...rest } = service();
  const ownership = new Ownership({
    payments: payments as unknown as OwnershipOptions['payments'],
    accounts: undefined,
    cacheKey: undefined,
    deadline: { clock, milliseconds: 1_000 },
    lifetime: 5_000,
    now: () => clock.now(),
    ...more,
  });
  const as = (user: RelayUser) => ({ user, budget: new ReadBudget(20) });
  return { ownership, clock, as, ...rest };
}

const refusal = (status: number, message: string) =>
  expect.objectContaining({ status, message: expect.stringContaining(message) });

const kinds: readonly (readonly [string, string])[] = [
  ['Customer', 'The customer id does not belong to the user.'],
  ['InternalAccount', 'The account does not belong to the user.'],
  ['AuthMethod', 'The credential does not belong to the user.'],
  ['Session', 'The session is not active, or does not belong to the user.'],
  ['Card', 'The card does not belong to the user.'],
  ['Quote', 'The account does not belong to the user.'],
];

describe.each(kinds)('%s', (kind, message) => {
  test('of the user is theirs', async () => {
    const { ownership, as } = setUp();
    expect(await ownership.requireOwned(as(ada), `${kind}:ada`)).toBe(true);
    expect(await ownership.requireOwned(as(eve), `${kind}:eve`)).toBe(true);
  });

  test('of somebody else is refused, also after it was read for its owner', async () => {
    const { ownership, as } = setUp();
    await ownership.requireOwned(as(eve), `${kind}:eve`);
    const check = ownership.requireOwned(as(ada), `${kind}:eve`);
    await expect(check).rejects.toEqual(refusal(403, message));
  });

  test('that does not exist is refused', async () => {
    const { ownership, as } = setUp();
    const check = ownership.requireOwned(as(ada), `${kind}:none`);
    await expect(check).rejects.toEqual(expect.objectContaining({ status: 403 }));
  });
});

test.each(['Quote:none', 'Quote:real-time'])(
  "%s, which is paid from nobody's account, is refused as a quote",
  async (id) => {
    const { ownership, as } = setUp();
    const check = ownership.requireOwned(as(ada), id);
    await expect(check).rejects.toEqual(refusal(403, 'The quote does not belong to the user.'));
  },
);

test('a code goes to the newest address of the account', async () => {
  const { ownership, as, credentials } = setUp();
  const none = ownership.newestAddress(as(ada), undefined);
  await expect(none).rejects.toEqual(refusal(404, 'The account has no such credential.'));
  for (const [day, type] of [
    ['3', 'EMAIL_OTP'],
    ['5', 'EMAIL_OTP'],
    ['4', 'EMAIL_OTP'],
    ['6', 'PASSKEY'],
  ]) {
    const more = { type, createdAt: `2026-01-0${day}T09:00:00Z` };
    credentials.push({ id: `AuthMethod:${day}`, accountId: 'InternalAccount:ada', ...more });
  }
  expect(await ownership.newestAddress(as(ada), undefined)).toMatchObject({ id: 'AuthMethod:5' });
});

test('the payee of a quote is read, and undefined if it does not exist', async () => {
  const { ownership, as } = setUp();
  expect(await ownership.payee(as(ada), 'ExternalAccount:1')).toEqual({ id: 'ExternalAccount:1' });
  expect(await ownership.payee(as(ada), 'ExternalAccount:2')).toBeUndefined();
});

test('an account is the own one only if the service lists it for the customer', async () => {
  const { ownership, as, wallets } = setUp();
  expect(await ownership.isOwnAccount(as(ada), 'InternalAccount:ada')).toBe(true);
  expect(await ownership.isOwnAccount(as(ada), 'InternalAccount:eve')).toBe(false);
  // A list of more than was asked for.
  async function* pages() {
    yield { data: wallets, hasMore: false };
  }
  const payments = { internalAccounts: { list: () => ({ pages }) } };
  const unfiltered = setUp({ payments: payments as never }).ownership;
  expect(await unfiltered.isOwnAccount(as(ada), 'InternalAccount:eve')).toBe(false);
});

test('the search for an own account ends with the reads that a call may make', async () => {
  let pages = 0;
  const list = () => ({
    async *pages() {
      for (;;) {
        pages += 1;
        yield { data: [], hasMore: true };
      }
    },
  });
  const payments = { internalAccounts: { list } } as unknown as OwnershipOptions['payments'];
  const { ownership } = setUp({ payments });
  const search = ownership.isOwnAccount({ user: ada, budget: new ReadBudget(3) }, 'x');
  await expect(search).rejects.toMatchObject({ status: 400 });
  expect(pages).toBe(3);
});

test.each(['Document:ada', 'Agent:ada', 'Customer', 'ada', ''])(
  '%j is of no kind that is checked',
  async (id) => {
    const { ownership, as } = setUp();
    expect(await ownership.requireOwned(as(ada), id)).toBe(false);
  },
);

describe('the account of a request', () => {
  test('is the only one of the user, or the one that is named', async () => {
    const { ownership, as } = setUp();
    expect(await ownership.account(as(ada), undefined)).toBe('InternalAccount:ada');
    expect(await ownership.account(as(eve), 'InternalAccount:eve')).toBe('InternalAccount:eve');
    const other = ownership.account(as(ada), 'InternalAccount:eve');
    await expect(other).rejects.toEqual(refusal(403, 'The account does not belong'));
  });

  test('is missing, and found as soon as it exists', async () => {
    const { ownership, as, wallets } = setUp();
    const [own] = wallets.splice(0, 1);
    const none = ownership.account(as(ada), undefined);
    await expect(none).rejects.toEqual(refusal(404, 'The user has no wallet.'));
    if (own !== undefined) wallets.push(own);
    expect(await ownership.account(as(ada), undefined)).toBe('InternalAccount:ada');
  });

  test('must be named where there are several', async () => {
    const { ownership, as, wallets } = setUp();
    wallets.push({ id: 'InternalAccount:second', customerId: ada.customerId });
    const several = ownership.account(as(ada), undefined);
    await expect(several).rejects.toEqual(refusal(400, 'the user has several accounts'));
  });
});

describe('what was read', () => {
  test('is kept for some seconds, for each user apart', async () => {
    const { ownership, as, reads, clock } = setUp();
    const both = async () => {
      for (const user of [ada, eve]) await ownership.account(as(user), undefined);
    };
    await both();
    await both();
    expect(reads).toEqual(['wallets of Customer:ada', 'wallets of Customer:eve']);
    await ownership.account(as({ ...ada, id: 'ada on another device' }), undefined);
    expect(reads).toHaveLength(2);
    clock.advance(5_000);
    await both();
    expect(reads).toHaveLength(4);
  });

  test('is read again for an account that is not in it', async () => {
    const { ownership, as, wallets, reads } = setUp();
    await ownership.account(as(ada), undefined);
    wallets.push({ id: 'InternalAccount:new', customerId: ada.customerId });
    await ownership.requireAccount(as(ada), 'InternalAccount:new');
    expect(reads).toHaveLength(2);
  });

  test.each(['credential', 'session'] as const)('is searched for a %s first', async (what) => {
    const { ownership, as, reads } = setUp();
    const id = what === 'credential' ? 'AuthMethod:ada' : 'Session:ada';
    expect(await ownership[what](as(ada), id)).toMatchObject({ id });
    const before = reads.length;
    expect(await ownership[what](as(ada), id)).toMatchObject({ id });
    expect(reads).toHaveLength(before);
  });

  test.each(['credential', 'session'] as const)(
    'of an account that was changed is forgotten: a removed %s is refused',
    async (what) => {
      const { ownership, as, credentials, sessions } = setUp();
      const id = what === 'credential' ? 'AuthMethod:ada' : 'Session:ada';
      await ownership[what](as(ada), id);
      const list = what === 'credential' ? credentials : sessions;
      list.splice(0, 1);
      expect(await ownership[what](as(ada), id)).toMatchObject({ id });
      ownership.forget('InternalAccount:ada');
      await expect(ownership[what](as(ada), id)).rejects.toEqual(refusal(403, 'not'));
    },
  );

  test('is searched in all accounts of the user, and only in those', async () => {
    const { ownership, as, wallets, credentials, reads } = setUp();
    wallets.push({ id: 'InternalAccount:second', customerId: ada.customerId });
    credentials.push({ id: 'AuthMethod:second', accountId: 'InternalAccount:second' });
    const found = await ownership.credential(as(ada), 'AuthMethod:second');
    expect(found).toMatchObject({ accountId: 'InternalAccount:second' });
    expect(reads.filter((read) => read.includes('eve'))).toEqual([]);
    const other = ownership.credential(as(ada), 'AuthMethod:ada', 'InternalAccount:second');
    await expect(other).rejects.toEqual(refusal(403, 'The credential does not belong'));
  });

  test('is read again where the caller asks for what is now', async () => {
    const { ownership, as, reads } = setUp();
    for (let count = 0; count < 2; count += 1) {
      expect(await ownership.credentialsOf(as(ada), 'InternalAccount:ada')).toHaveLength(1);
      expect(await ownership.sessionsOf(as(ada), 'InternalAccount:ada')).toHaveLength(1);
    }
    expect(reads).toHaveLength(4);
  });
});

test.each([[''], [7], [undefined]])('a `cacheKey` of %j is refused', async (key) => {
  const accounts = () => ['InternalAccount:ada'];
  const { ownership, as } = setUp({ accounts, cacheKey: () => key as string });
  await expect(ownership.account(as(ada), undefined)).rejects.toThrow('`cacheKey`');
});

describe('stableKey', () => {
  it('is the same for equal values in any order', () => {
    const one = { id: 'a', team: { roles: ['x', 'y'], n: 1 } };
    expect(stableKey(one)).toBe(stableKey({ team: { n: 1, roles: ['x', 'y'] }, id: 'a' }));
    expect(stableKey({ at: new Date(5) })).toBe(stableKey({ at: new Date(5) }));
  });

  it.each<[unknown, unknown]>([
    [
      { a: 'x', b: 'y' },
      { a: 'y', b: 'x' },
    ],
    [{ a: '1' }, { a: 1 }],
    [{ a: null }, { a: undefined }],
    [{ a: undefined }, {}],
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    [
      [['a'], 'b'],
      ['a', ['b']],
    ],
    [[], {}],
    [{ 'a":1,"b': 2 }, { a: 1, b: 2 }],
    [{ a: 'b' }, { a: ['b'] }],
    [{ at: new Date(5) }, { at: new Date(6) }],
    [0, -0],
  ])('differs between %o and %o', (one, other) => {
    expect(stableKey(one)).toBeDefined();
    expect(stableKey(one)).not.toBe(stableKey(other));
  });

  it('is undefined for values without a distinct text', () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    const others = [
      () => 1,
      Symbol('a'),
      1n,
      new Map(),
      new (class User {})(),
      cycle,
      'x'.repeat(9_000),
    ];
    expect(others.map((value) => stableKey({ value }))).toEqual(others.map(() => undefined));
  });
});

const found = (...inputs: unknown[]) => [...idsIn(...inputs)].sort();

describe('idsIn', () => {
  const cycle: Record<string, unknown> = { id: 'Card:1' };
  cycle.self = cycle;

  it.each<[string, unknown]>([
    ['a value', 'Card:1'],
    ['a field', { a: [{ b: 'Card:1' }] }],
    ['a key of an object', { limits: { 'Card:1': 5 } }],
    ['a value of a map', new Map([['a', 'Card:1']])],
    ['a key of a map', new Map([['Card:1', 5]])],
    ['a set', new Set(['Card:1'])],
    ['a map in a set in a list', [new Set([new Map([[1, { x: 'Card:1' }]])])]],
    ['an object without prototype', Object.assign(Object.create(null), { a: 'Card:1' })],
    ['a cycle', cycle],
    ['a path', '/cards/Card:1'],
    ['a query', 'a=b&cardId=Card:1&c=d'],
    ['an encoded query', 'cardId=Card%3A1'],
    ['a query encoded three times', 'cardId=Card%25253a1'],
    ['JSON text', '{"cardId":"Card:1"}'],
    ['a sentence', 'Freeze Card:1.'],
    ['a URL', new URL('https://a.example/?id=Card:1')],
    ['white space', '  Card:1\n'],
  ])('finds an id in %s', (_where, input) => {
    expect(found(input)).toEqual(['Card:1']);
  });

  it('finds all of a list, of known and unknown kinds', () => {
    expect(found('Card:1,Card:2; Foo:3')).toEqual(['Card:1', 'Card:2', 'Foo:3']);
    const uuid = '0193b4c5-1111-4111-8111-111111111111';
    expect(found(`see Foo:${uuid} please`)).toEqual([`Foo:${uuid}`]);
    expect(found({ a: 'Transaction:1' }, ['Agent:2'])).toEqual(['Agent:2', 'Transaction:1']);
  });

  it('ignores other strings, times and numbers', () => {
    const none = [
      'Rent: March',
      '2026-01-05T09:00:00Z',
      'https://a.example:80/',
      'a:b',
      'Card',
      7n,
    ];
    expect(found(none, new Date(), new Uint8Array(2), null, undefined, true)).toEqual([]);
  });

  it('refuses values it cannot search, and values too large to search', () => {
    class Hidden {
      readonly #id = 'Card:1';
      toString() {
        return this.#id;
      }
    }
    expect(() => idsIn({ deep: [new Hidden()] })).toThrow(/Hidden.*allowForeignIds/s);
    const many = Array.from({ length: 51 }, (_none, index) => `Card:${index}`);
    expect(() => idsIn(many)).toThrow(expect.objectContaining({ status: 400 }));
    expect(() => idsIn(Array(60_000).fill(1))).toThrow(expect.objectContaining({ status: 400 }));
  });
});
