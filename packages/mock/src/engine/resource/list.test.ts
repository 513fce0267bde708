import { expect } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, type Lab, openLab } from '../../../test/lab/lab.ts';

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly hasMore: boolean;
  readonly nextCursor?: string;
  readonly totalCount: number;
}

async function read(lab: Lab, path: string): Promise<Page> {
  const { status, body } = await lab.send('GET', path);
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

rules('lists', (test, door) => {
  test.each(['0', '101', '-1', '1.5', '1e1', 'ten', ''])(
    'rule 73: the limit "%s" is 400',
    async (limit) => {
      const lab = await openLab(door);
      expectInvalid(await lab.send('GET', `/documents?limit=${limit}`), 'limit');
    },
  );

  test('rule 73: 20 by default, 1 to 100 by choice', async (lab) => {
    addDocuments(lab, 101);
    expect(ids(await read(lab, '/documents'))).toHaveLength(20);
    expect(ids(await read(lab, '/documents?limit=1'))).toHaveLength(1);
    expect(ids(await read(lab, '/documents?limit=100'))).toHaveLength(100);
    expectInvalid(await lab.send('GET', '/documents?limit=1&limit=2'), 'limit');
  });

  test('rule 73: text that is not a cursor is 400', async (lab) => {
    expectInvalid(await lab.send('GET', '/documents?cursor=nonsense!'), 'cursor');
  });

  test('rule 101: a cursor is valid for its own list and filter only', async (lab) => {
    addDocuments(lab, 4);
    const { id } = lab.mock.add.customer();
    const { nextCursor } = await read(lab, '/documents?limit=2');
    const cursor = `cursor=${nextCursor}`;
    expect((await lab.send('GET', `/documents?limit=1&${cursor}`)).status).toBe(200);
    const others = [`/documents?documentHolder=${id}&${cursor}`, `/transactions?${cursor}`];
    for (const path of others) expectInvalid(await lab.send('GET', path), 'cursor');
  });

  test('rule 101: a cursor is valid whether a default is left out or set', async (lab) => {
    for (let count = 0; count < 2; count += 1) lab.mock.add.card();
    const list = async (query: string) => (await lab.send('GET', `/cards?limit=1${query}`)).body;
    const [implicit, explicit] = [await list(''), await list('&sortOrder=desc')];
    expect(await list(`&sortOrder=desc&cursor=${implicit.nextCursor}`)).toEqual(
      await list(`&cursor=${explicit.nextCursor}`),
    );
    const ascending = `/cards?sortOrder=asc&cursor=${implicit.nextCursor}`;
    expectInvalid(await lab.send('GET', ascending), 'cursor');
  });

  test('rule 74: walking returns each item once, and the count ignores pages', async (lab) => {
    const all = addDocuments(lab, 7);
    expect(await walk(lab, '/documents?limit=3')).toEqual(all);
    expect(await read(lab, '/documents?limit=7')).toMatchObject({
      hasMore: false,
      totalCount: 7,
    });
    expect(await read(lab, '/documents?limit=2')).toMatchObject({ hasMore: true, totalCount: 7 });
  });

  test('rule 74: inserts between pages neither repeat nor lose an item', async (lab) => {
    const all = addDocuments(lab, 6);
    let inserts = 0;
    const found = await walk(lab, '/documents?limit=2', () => {
      if (inserts < 3) addDocuments(lab, 1);
      inserts += 1;
    });
    expect(new Set(found).size).toBe(found.length);
    for (const id of all) expect(found).toContain(id);
  });
});
