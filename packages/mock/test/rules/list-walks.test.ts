import { expect, test } from 'vitest';
import { rules } from '../lab/doors.ts';
import { type Lab, openLab } from '../lab/lab.ts';

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly hasMore: boolean;
  readonly nextCursor?: string;
  readonly totalCount: number;
}

/** Every paged list of the onboarding areas: its path, and how to add one item and others beside it. */
const lists: readonly {
  readonly path: (owner: string) => string;
  readonly add: (lab: Lab, owner: string) => Promise<string> | string;
}[] = [
  { path: () => '/customers', add: ({ mock }) => mock.add.customer().id },
  {
    path: (owner) => `/beneficial-owners?customerId=${owner}`,
    add: ({ mock }, customerId) =>
      mock.add.beneficialOwner({ customerId: customerId as `Customer:${string}` }).id,
  },
  {
    path: (owner) => `/documents?documentHolder=${owner}`,
    add: ({ mock }, documentHolder) => mock.add.document({ documentHolder }).id,
  },
  {
    path: () => '/verifications?verificationStatus=IN_PROGRESS',
    async add(lab) {
      const customer = lab.mock.add.customer({ kycStatus: 'UNVERIFIED' });
      const body = { customerId: customer.id };
      return String((await lab.send('POST', '/verifications', body)).body.id);
    },
  },
  {
    path: (owner) => `/customers/internal-accounts?customerId=${owner}`,
    add: ({ mock }, customerId) => mock.add.internalAccount({ customerId }).id,
  },
  {
    path: (owner) => `/cards?cardholderId=${owner}&sortOrder=asc`,
    add: ({ mock }, cardholderId) =>
      mock.add.card({ cardholderId: cardholderId as `Customer:${string}` }).id,
  },
];

async function walk(lab: Lab, path: string, limit: number): Promise<string[]> {
  const found: string[] = [];
  const query = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`;
  for (let cursor = ''; ; ) {
    const reply = await lab.send('GET', `${query}${cursor}`);
    expect(reply.body).not.toHaveProperty('details');
    expect(reply.status).toBe(200);
    const page = reply.body as unknown as Page;
    expect('nextCursor' in page).toBe(page.hasMore);
    found.push(...page.data.map(({ id }) => id));
    if (page.nextCursor === undefined) {
      expect(page.totalCount).toBe(found.length);
      return found;
    }
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
}

const named = lists.map(({ path, add }) => [path('…').split('?')[0] ?? '', path, add] as const);

rules('walks', (door) => {
  test.each(named)(
    'rule 74: %s has no gap and no duplicate at 0 to 101 items',
    async (name, path, add) => {
      const lab = await openLab(door);
      const owner =
        name === '/customers' || name === '/verifications'
          ? ''
          : lab.mock.add.customer({ customerType: 'BUSINESS' }).id;
      const ids: string[] = [];
      for (const count of [0, 1, 20, 21, 101]) {
        while (ids.length < count) ids.push(await add(lab, owner));
        for (const limit of [20, 100]) expect(await walk(lab, path(owner), limit)).toEqual(ids);
      }
      expect(new Set(ids).size).toBe(101);
    },
  );
});
