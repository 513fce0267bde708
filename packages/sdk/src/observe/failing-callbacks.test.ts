import { callOrWarn } from '@org/payments-contract/internal';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { card, json, scriptedClient } from '../../test/scripted-service.ts';
import { Call } from '../call/call.ts';
import type { SharedOptions } from '../call/options.ts';

const thrower = () => {
  throw new Error('hidden-value');
};
const rejecter = () => Promise.reject(new Error('hidden-value'));

let warnings: unknown[][] = [];
beforeEach(() => {
  warnings = [];
  vi.spyOn(process, 'emitWarning').mockImplementation((...warning: unknown[]) => {
    warnings.push(warning);
  });
});
afterEach(() => vi.restoreAllMocks());

function optionsWith(fail: () => void): Readonly<Record<string, () => SharedOptions>> {
  const own = () => fail();
  const logger = { error: own, warn: own, info: own, debug: own };
  return {
    observer: () => ({ observers: [own] }),
    logger: () => ({ logger, logLevel: 'debug' }),
    onDrift: () => ({ onDrift: own }),
  };
}

describe.each([
  ['throws', thrower],
  ['rejects', rejecter as unknown as () => void],
])('a user function that %s', (_how, fail) => {
  test.each(['observer', 'logger', 'onDrift'])('%s: does not affect the call', async (name) => {
    const options = optionsWith(fail)[name]?.() ?? {};
    const drifted = { ...card, later: 1 };
    const { payments, received } = scriptedClient(
      [json(200, drifted), json(200, drifted)],
      options,
    );
    await expect(payments.cards.get({ id: 'Card:1' })).resolves.toEqual(drifted);
    await expect(payments.cards.get({ id: 'Card:1' })).resolves.toEqual(drifted);
    await new Promise((resolve) => setImmediate(resolve));
    expect(received).toHaveLength(2);
    // Reported once, whatever it does later, and without the text of the error.
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings)).not.toContain('hidden-value');
  });
});

test('a value that is not a function is reported once', () => {
  for (const value of ['text', true, 'other']) callOrWarn('A value', value as never, card);
  expect(warnings).toHaveLength(1);
});

test('events are created only for observers', async () => {
  const emit = vi.spyOn(Call.prototype, 'emit');
  const alone = scriptedClient([json(200, card)]);
  await alone.payments.cards.get({ id: 'Card:1' });
  expect(emit).not.toHaveBeenCalled();
  const observed = scriptedClient([json(200, card)], { observers: [() => {}] });
  await observed.payments.cards.get({ id: 'Card:1' });
  expect(emit.mock.calls.map(([{ type }]) => type)).toEqual([
    'call.start',
    'attempt.start',
    'attempt.end',
    'call.end',
  ]);
});
