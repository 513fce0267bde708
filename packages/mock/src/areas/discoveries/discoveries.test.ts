import { expect } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';

rules('discoveries', (test) => {
  test('institutions are listed by country and currency', async (lab) => {
    const all = (await lab.send('GET', '/discoveries')).body.data as { country: string }[];
    expect(all.length).toBeGreaterThan(5);
    const some = (await lab.send('GET', '/discoveries?country=PH&currency=PHP')).body.data;
    expect(some).toEqual(all.filter(({ country }) => country === 'PH'));
    expect((await lab.send('GET', '/discoveries?currency=XXX')).body.data).toEqual([]);
  });

  test('blocked providers are listed only on request', async (lab) => {
    lab.mock.add.umaProvider({ domain: 'a.example.com', supportedRegions: ['DE'] });
    lab.mock.add.umaProvider({ domain: 'b.example.com', allowListStatus: false });
    const domains = async (search = '') =>
      ((await lab.send('GET', `/uma-providers${search}`)).body.data as { domain: string }[]).map(
        ({ domain }) => domain,
      );
    expect(await domains()).toEqual(['a.example.com']);
    expect(await domains('?hasBlockedProviders=true')).toEqual(['b.example.com', 'a.example.com']);
    expect(await domains('?countryCode=US')).toEqual([]);
  });

  test('exchanges and custodians are listed page by page', async (lab) => {
    expect((await lab.send('GET', '/vasps')).body.data).toEqual([]);
    const added = ['First', 'Second', 'Third'].map((vaspName) => lab.mock.add.vasp({ vaspName }));
    const first = (await lab.send('GET', '/vasps?limit=2')).body;
    expect(first).toMatchObject({ data: added.slice(0, 2), hasMore: true });
    const second = (await lab.send('GET', `/vasps?limit=2&cursor=${first.nextCursor}`)).body;
    expect(second).toMatchObject({ data: added.slice(2), hasMore: false });
    expect((await lab.send('GET', '/vasps?limit=0')).status).toBe(400);
  });
});
