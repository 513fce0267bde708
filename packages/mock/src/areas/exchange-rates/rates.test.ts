import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectRefused, type Lab, openLab } from '../../../test/lab/lab.ts';

rules('exchange rates', (door) => {
  interface Rate {
    readonly exchangeRate: number;
    readonly receivingAmount: number;
    readonly updatedAt: string;
    readonly destinationCurrency: { readonly code: string };
  }
  const rates = async (lab: Lab, search = '') =>
    (await lab.send('GET', `/exchange-rates${search}`)).body.data as Rate[];

  test('rule 82: rates stay for five minutes, then they may change', async () => {
    const lab = await openLab(door);
    const first = await rates(lab);
    expect(first.length).toBeGreaterThan(3);
    lab.mock.clock.advance({ minutes: 4, seconds: 59 });
    expect(await rates(lab)).toEqual(first);
    lab.mock.clock.advance({ seconds: 1 });
    const second = await rates(lab);
    expect(second).not.toEqual(first);
    expect(second[0]?.updatedAt).not.toBe(first[0]?.updatedAt);
    lab.mock.clock.advance({ minutes: -5 });
    expect(await rates(lab)).toEqual(first);
  });

  test('rule 82: a rate is for the requested currencies and amount', async () => {
    const lab = await openLab(door);
    const search = '?sourceCurrency=USD&destinationCurrency=EUR&destinationCurrency=MXN';
    const [euro, peso, ...rest] = await rates(lab, `${search}&sendingAmount=20000`);
    expect(rest).toEqual([]);
    expect(peso?.destinationCurrency.code).toBe('MXN');
    expect(euro?.receivingAmount).toBe(Math.floor(20_000 / (euro?.exchangeRate ?? 0)));
    const unknown = await lab.send('GET', '/exchange-rates?sourceCurrency=XXX');
    expectRefused(unknown, 400, 'INVALID_CURRENCY');
  });
});
