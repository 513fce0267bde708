import { expect, test } from 'vitest';
import { startPayingPlatform } from '../support/payer.ts';

test('rates, institutions and providers are listed', async () => {
  const { mock, payments } = await startPayingPlatform();
  const { data: rates } = await payments.exchangeRates.list({
    sourceCurrency: 'USD',
    destinationCurrency: ['EUR', 'MXN'],
    sendingAmount: 100_00,
  });
  expect(rates.map(({ destinationCurrency }) => destinationCurrency.code)).toEqual(['EUR', 'MXN']);
  const { data: banks } = await payments.discoveries.list({ country: 'MX' });
  expect(banks.every(({ country }) => country === 'MX')).toBe(true);
  expect(banks.length).toBeGreaterThan(0);
  for (let count = 0; count < 3; count += 1) mock.add.umaProvider();
  const names: unknown[] = [];
  for await (const { name } of payments.discoveries.listUmaProviders({ limit: 1 }))
    names.push(name);
  expect(names).toEqual(['Provider 3', 'Provider 2', 'Provider 1']);
});
