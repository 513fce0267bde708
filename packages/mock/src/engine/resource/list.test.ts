import { expect } from 'vitest';
import { expectInvalid, type OpenMock } from '../../../test/support/open-mock.ts';
import { rules } from '../../../test/support/rules.ts';

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly hasMore: boolean;
  readonly nextCursor?: string;
  readonly totalCount: number;
}

async function read(api: OpenMock, path: string): Promise<Page> {
  const { status, body } = await api.send('GET', path);
  expect(status).toBe(200);
  return body as unknown as Page;
}

const ids = ({ data }: Page) => data.map(({ id }) => id);

async function walk(
  api: OpenMock,
  path: string,
  between: () => void = () => {},
): Promise<string[]> {
  const found: string[] = [];
  let cursor = '';
  for (;;) {
    const page = await read(api, `${path}${cursor}`);
    found.push(...ids(page));
    expect('nextCursor' in page).toBe(page.hasMore);
    if (page.nextCursor === undefined) return found;
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
    between();
  }
}

function addDocuments(api: OpenMock, count: number): string[] {
  const documentHolder = 'Customer:holder';
  return Array.from({ length: count }, () => api.mock.add.document({ documentHolder }).id);
}

rules('lists', (test, open) => {
  test.each(['0', '101', '-1', '1.5', '1e1', 'ten', ''])(
    'rule 73: the limit "%s" is 400',
    async (limit) => {
      const api = await open();
      expectInvalid(await api.send('GET', `/documents?limit=${limit}`), 'limit');
    },
  );

  test('rule 73: 20 by default, 1 to 100 by choice', async (api) => {
    addDocuments(api, 101);
    expect(ids(await read(api, '/documents'))).toHaveLength(20);
    expect(ids(await read(api, '/documents?limit=1'))).toHaveLength(1);
    expect(ids(await read(api, '/documents?limit=100'))).toHaveLength(100);
    expectInvalid(await api.send('GET', '/documents?limit=1&limit=2'), 'limit');
  });

  test('rule 101: a cursor is valid for its own list and filter only', async (api) => {
    addDocuments(api, 4);
    const { id } = api.mock.add.customer();
    const { nextCursor } = await read(api, '/documents?limit=2');
    const cursor = `cursor=${nextCursor}`;
    expect((await api.send('GET', `/documents?limit=1&${cursor}`)).status).toBe(200);
    const others = [`/documents?documentHolder=${id}&${cursor}`, `/transactions?${cursor}`];
    for (const path of others) expectInvalid(await api.send('GET', path), 'cursor');
  });

  test('rule 101: a cursor is valid whether a default is left out or set', async (api) => {
    for (let count = 0; count < 2; count += 1) api.mock.add.card();
    const list = async (query: string) => (await api.send('GET', `/cards?limit=1${query}`)).body;
    const [implicit, explicit] = [await list(''), await list('&sortOrder=desc')];
    expect(await list(`&sortOrder=desc&cursor=${implicit.nextCursor}`)).toEqual(
      await list(`&cursor=${explicit.nextCursor}`),
    );
    const ascending = `/cards?sortOrder=asc&cursor=${implicit.nextCursor}`;
    expectInvalid(await api.send('GET', ascending), 'cursor');
  });

  test('rule 74: inserts between pages neither repeat nor lose an item', async (api) => {
    const all = addDocuments(api, 6);
    let inserts = 0;
    const found = await walk(api, '/documents?limit=2', () => {
      if (inserts < 3) addDocuments(api, 1);
      inserts += 1;
    });
    expect(new Set(found).size).toBe(found.length);
    for (const id of all) expect(found).toContain(id);
  });
});
