import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, type Lab, openLab } from '../../../test/lab/lab.ts';

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly hasMore: boolean;
  readonly nextCursor?: string;
  readonly totalCount: number;
}

async function read(lab: Lab, path: string, accessToken?: string): Promise<Page> {
  const headers = accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` };
  const { status, body } = await lab.send('GET', path, undefined, headers);
  expect(status).toBe(200);
  return body as unknown as Page;
}

const ids = ({ data }: Page) => data.map(({ id }) => id);

async function walk(lab: Lab, path: string, between: () => void = () => {}): Promise<string[]> {
  const found: string[] = [];
  let cursor = '';
  for (;;) {
    const page = await read(lab, `${path}${cursor}`);
    found.push(...ids(page));
    expect('nextCursor' in page).toBe(page.hasMore);
    if (page.nextCursor === undefined) return found;
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
    between();
  }
}

function addDocuments(lab: Lab, count: number): string[] {
  const documentHolder = 'Customer:holder';
  return Array.from({ length: count }, () => lab.mock.add.document({ documentHolder }).id);
}

const listed = '/agents/me/transactions';

function agentScene(lab: Lab) {
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
  const query = (search: string) => read(lab, `${listed}${search}`, accessToken);
  return { days: days.map(({ id }) => id), query, accessToken };
}

rules('lists', (door) => {
  test.each(['0', '101', '-1', '1.5', '1e1', 'ten', ''])(
    'rule 73: the limit "%s" is 400',
    async (limit) => {
      const lab = await openLab(door);
      expectInvalid(await lab.send('GET', `/documents?limit=${limit}`), 'limit');
    },
  );

  test('rule 73: 20 by default, 1 to 100 by choice', async () => {
    const lab = await openLab(door);
    addDocuments(lab, 101);
    expect(ids(await read(lab, '/documents'))).toHaveLength(20);
    expect(ids(await read(lab, '/documents?limit=1'))).toHaveLength(1);
    expect(ids(await read(lab, '/documents?limit=100'))).toHaveLength(100);
    expectInvalid(await lab.send('GET', '/documents?limit=1&limit=2'), 'limit');
  });

  test('rule 73: text that is not a cursor is 400', async () => {
    const lab = await openLab(door);
    expectInvalid(await lab.send('GET', '/documents?cursor=nonsense!'), 'cursor');
  });

  test('rule 101: a cursor is valid for its own list and filter only', async () => {
    const lab = await openLab(door);
    addDocuments(lab, 4);
    const { id } = lab.mock.add.customer();
    const { nextCursor } = await read(lab, '/documents?limit=2');
    const cursor = `cursor=${nextCursor}`;
    expect((await lab.send('GET', `/documents?limit=1&${cursor}`)).status).toBe(200);
    const others = [`/documents?documentHolder=${id}&${cursor}`, `/transactions?${cursor}`];
    for (const path of others) expectInvalid(await lab.send('GET', path), 'cursor');
  });

  test('rule 74: walking returns each item once, and the count ignores pages', async () => {
    const lab = await openLab(door);
    const all = addDocuments(lab, 7);
    expect(await walk(lab, '/documents?limit=3')).toEqual(all);
    expect(await read(lab, '/documents?limit=7')).toMatchObject({
      hasMore: false,
      totalCount: 7,
    });
    expect(await read(lab, '/documents?limit=2')).toMatchObject({ hasMore: true, totalCount: 7 });
  });

  test('rule 74: inserts between pages neither repeat nor lose an item', async () => {
    const lab = await openLab(door);
    const all = addDocuments(lab, 6);
    let inserts = 0;
    const found = await walk(lab, '/documents?limit=2', () => {
      if (inserts < 3) addDocuments(lab, 1);
      inserts += 1;
    });
    expect(new Set(found).size).toBe(found.length);
    for (const id of all) expect(found).toContain(id);
  });

  test('rule 75: documents are filtered by their holder', async () => {
    const lab = await openLab(door);
    const [mine] = [lab.mock.add.document({ documentHolder: 'BeneficialOwner:1' })];
    addDocuments(lab, 2);
    const page = await read(lab, '/documents?documentHolder=BeneficialOwner%3A1');
    expect(page).toEqual({ data: [mine], hasMore: false, totalCount: 1 });
    const none = await read(lab, '/documents?documentHolder=Customer:none');
    expect(none).toEqual({ data: [], hasMore: false, totalCount: 0 });
    expectInvalid(await lab.send('GET', '/documents?documentHolder=Card:1'), 'documentHolder');
  });

  test('rule 75: an agent sees the transactions of its customer, newest first', async () => {
    const lab = await openLab(door);
    const { days, query } = agentScene(lab);
    const page = await query('');
    expect(ids(page)).toEqual([...days].reverse());
    expect(page.totalCount).toBe(3);
    expect(ids(await query('?sortOrder=asc'))).toEqual(days);
  });

  test.each([
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
  ] as const)('rule 75: %s', async (search, expected) => {
    const lab = await openLab(door);
    const { days, query } = agentScene(lab);
    const page = await query(`?sortOrder=asc&${search}`);
    expect(ids(page)).toEqual(expected.map((day) => days[day - 1]));
    expect(page.totalCount).toBe(expected.length);
  });

  test.each([
    ['status=LOST', 'status'],
    ['type=SIDEWAYS', 'type'],
    ['sortOrder=up', 'sortOrder'],
    ['startDate=yesterday', 'startDate'],
    ['endDate=2026-13-01T00:00:00Z', 'endDate'],
    ['colour=red', 'colour'],
  ])('rule 75: %s is 400', async (search, field) => {
    const lab = await openLab(door);
    const { accessToken } = agentScene(lab);
    const headers = { authorization: `Bearer ${accessToken}` };
    expectInvalid(await lab.send('GET', `${listed}?${search}`, undefined, headers), field);
  });
});
