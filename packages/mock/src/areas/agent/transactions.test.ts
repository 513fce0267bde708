import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, type Lab, openLab } from '../../../test/lab/lab.ts';
import { idsOf } from '../../../test/support/pages.ts';

function scene(lab: Lab) {
  const { agent, accessToken } = lab.mock.add.agent();
  const { customerId } = agent;
  const days = [1, 2, 3].map((day) =>
    lab.mock.add.transaction({
      customerId,
      createdAt: `2026-01-0${day}T12:00:00.000Z`,
      status: day === 1 ? 'COMPLETED' : 'PENDING',
      type: day === 2 ? 'OUTGOING' : 'INCOMING',
      source: { sourceType: 'ACCOUNT', accountId: `ExternalAccount:from-${day}` },
      destination: { destinationType: 'ACCOUNT', accountId: `InternalAccount:to-${day}` },
      reconciliationInstructions: { reference: `REF-DAY-${day}` },
    }),
  );
  lab.mock.add.transaction();
  const authorization = `Bearer ${accessToken}`;
  const query = (search: string) =>
    lab.send('GET', `/agents/me/transactions${search}`, undefined, { authorization });
  return { days: days.map(({ id }) => id), query };
}

const filters: readonly (readonly [search: string, days: readonly number[]])[] = [
  ['accountIdentifier=ExternalAccount:from-1', [1]],
  ['accountIdentifier=InternalAccount:to-2', [2]],
  ['senderAccountIdentifier=ExternalAccount:from-3', [3]],
  ['senderAccountIdentifier=InternalAccount:to-3', []],
  ['receiverAccountIdentifier=InternalAccount:to-3', [3]],
  ['status=COMPLETED', [1]],
  ['type=OUTGOING', [2]],
  ['type=INCOMING&status=PENDING', [3]],
  ['reference=REF-DAY-2', [2]],
  ['startDate=2026-01-02T12:00:00Z', [2, 3]],
  ['endDate=2026-01-02T13:00:00%2B01:00', [1, 2]],
  ['startDate=2026-01-02T12:00:00.001Z&endDate=2026-01-03T12:00:00Z', [3]],
];

const invalid = [
  ['status=LOST', 'status'],
  ['type=SIDEWAYS', 'type'],
  ['sortOrder=up', 'sortOrder'],
  ['startDate=yesterday', 'startDate'],
  ['endDate=2026-13-01T00:00:00Z', 'endDate'],
  ['colour=red', 'colour'],
] as const;

rules("transactions of an agent's customer", (door) => {
  test('rule 75: an agent sees the transactions of its customer, newest first', async () => {
    const { days, query } = scene(await openLab(door));
    const page = await query('');
    expect(idsOf(page)).toEqual([...days].reverse());
    expect(page.body.totalCount).toBe(3);
    expect(idsOf(await query('?sortOrder=asc'))).toEqual(days);
  });

  test('rule 75: they are filtered by account, status, type, reference and inclusive dates', async () => {
    const { days, query } = scene(await openLab(door));
    for (const [search, expected] of filters) {
      const page = await query(`?sortOrder=asc&${search}`);
      const found = expected.map((day) => days[day - 1]);
      expect(idsOf(page), search).toEqual(found);
      expect(page.body.totalCount, search).toBe(expected.length);
    }
  });

  test('rule 75: unknown filters and values that do not exist are 400', async () => {
    const { query } = scene(await openLab(door));
    for (const [search, field] of invalid) expectInvalid(await query(`?${search}`), field);
  });
});
