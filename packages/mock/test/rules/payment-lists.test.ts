import { expect, test } from 'vitest';
import { rules } from '../lab/doors.ts';
import { type Lab, openLab } from '../lab/lab.ts';

interface Listed {
  readonly path: string;
  /** Adds items and returns what tells them apart. */
  add(lab: Lab, count: number): readonly string[];
  /** What tells an item of the list apart. */
  keyOf(item: Readonly<Record<string, unknown>>): string;
}

const idOf = ({ id }: Readonly<Record<string, unknown>>) => String(id);
const many = (count: number, add: () => string) => Array.from({ length: count }, add);

const lists: readonly Listed[] = [
  {
    path: '/transactions',
    keyOf: idOf,
    add(lab, count) {
      const { id: customerId } = lab.mock.add.customer();
      return many(count, () => lab.mock.add.transaction({ customerId }).id);
    },
  },
  {
    path: '/customers/external-accounts',
    keyOf: idOf,
    add(lab, count) {
      const { id: customerId } = lab.mock.add.customer();
      lab.mock.add.externalAccount({ isPlatformAccount: true });
      return many(count, () => lab.mock.add.externalAccount({ customerId }).id);
    },
  },
  {
    path: '/platform/external-accounts',
    keyOf: idOf,
    add(lab, count) {
      lab.mock.add.externalAccount();
      return many(count, () => lab.mock.add.externalAccount({ isPlatformAccount: true }).id);
    },
  },
  {
    path: '/uma-providers',
    keyOf: ({ domain }) => String(domain),
    add(lab, count) {
      lab.mock.add.umaProvider({ domain: 'blocked.example.com', allowListStatus: false });
      return many(count, () => lab.mock.add.umaProvider().domain ?? '');
    },
  },
];

async function walk(lab: Lab, { path, keyOf }: Listed, limit: number | undefined) {
  const found: string[] = [];
  const totals = new Set<unknown>();
  let cursor = '';
  do {
    const query = new URLSearchParams({
      ...(limit === undefined ? {} : { limit: String(limit) }),
      ...(cursor === '' ? {} : { cursor }),
    });
    const { body } = await lab.send('GET', `${path}?${query}`);
    const data = body.data as Readonly<Record<string, unknown>>[];
    expect(data.length).toBeLessThanOrEqual(limit ?? 20);
    found.push(...data.map(keyOf));
    totals.add(body.totalCount);
    expect(body.hasMore).toBe(body.nextCursor !== undefined);
    cursor = String(body.nextCursor ?? '');
  } while (cursor !== '');
  return { found, totals };
}

rules('paged lists of payments', (door) => {
  for (const list of lists) {
    test.each([0, 1, 20, 21, 101])(
      `rule 74: ${list.path} with %i items has no gap and no duplicate`,
      async (count) => {
        const lab = await openLab(door);
        const expected = [...list.add(lab, count)].sort();
        for (const limit of [undefined, 7, 100]) {
          const { found, totals } = await walk(lab, list, limit);
          expect([...found].sort()).toEqual(expected);
          expect([...totals]).toEqual([count]);
        }
      },
    );
  }
});
