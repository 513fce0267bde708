import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { openLab } from '../../../test/lab/lab.ts';

rules('discoveries', (door) => {
  test('institutions are listed by country and currency', async () => {
    const lab = await openLab(door);
    const all = (await lab.send('GET', '/discoveries')).body.data as { country: string }[];
    expect(all.length).toBeGreaterThan(5);
    const some = (await lab.send('GET', '/discoveries?country=PH&currency=PHP')).body.data;
    expect(some).toEqual(all.filter(({ country }) => country === 'PH'));
    expect((await lab.send('GET', '/discoveries?currency=XXX')).body.data).toEqual([]);
  });

  test('blocked providers are listed only on request', async () => {
    const lab = await openLab(door);
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
});
