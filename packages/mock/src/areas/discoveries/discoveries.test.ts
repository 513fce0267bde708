import { expect } from 'vitest';
import { test } from '../../../test/support/api-test.ts';

test('rule 157: institutions are listed by country and currency', async (api) => {
  const { data } = (await api.send('GET', '/discoveries')).body;
  const all = data as { country: string; bankName: string }[];
  const names = new Set(all.map(({ bankName }) => bankName));
  for (const name of names) expect(name).toMatch(/^[a-z-]+-[a-z]{2}$/);
  expect([names.size, all.length > 5]).toEqual([all.length, true]);
  const some = (await api.send('GET', '/discoveries?country=PH&currency=PHP')).body.data;
  expect(some).toEqual(all.filter(({ country }) => country === 'PH'));
  const german = (await api.send('GET', '/discoveries?country=DE&currency=EUR')).body.data;
  expect(german).toEqual(all.filter(({ country }) => country === 'DE'));
  expect((await api.send('GET', '/discoveries?currency=XXX')).body.data).toEqual([]);
});

test('rule 158: blocked providers are listed too, unless a request leaves them out', async (api) => {
  api.mock.add.umaProvider({ domain: 'a.example.com', supportedRegions: ['DE'] });
  api.mock.add.umaProvider({ domain: 'b.example.com', allowListStatus: false });
  const domains = async (search = '') =>
    ((await api.send('GET', `/uma-providers${search}`)).body.data as { domain: string }[]).map(
      ({ domain }) => domain,
    );
  expect(await domains()).toEqual(['b.example.com', 'a.example.com']);
  expect(await domains('?hasBlockedProviders=false')).toEqual(['a.example.com']);
  expect(await domains('?countryCode=DE')).toEqual(['a.example.com']);
});

test('rule 157: a provider is listed with the name to send and its site', async (api) => {
  const vasp = { vaspName: 'Example Exchange', url: 'https://exchange.example.com' };
  api.mock.add.vasp(vasp);
  expect((await api.send('GET', '/vasps')).body.data).toEqual([vasp]);
});
