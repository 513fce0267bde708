import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../test/fake-clock.ts';
import { NotFoundError } from '../errors/api-error.ts';
import type { RelayUser } from './actions.ts';
import { Ownership, type OwnershipOptions } from './ownership.ts';
import { ReadBudget } from './ownership-reads.ts';

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
    quotes: {
      get: async ({ quoteId }: { readonly quoteId: string }) => {
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

test('a quote that does not exist is named as one', async () => {
  const { ownership, as } = setUp();
  const check = ownership.requireOwned(as(ada), 'Quote:none');
  await expect(check).rejects.toEqual(refusal(403, 'The quote does not belong to the user.'));
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
