import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createMock } from '../../src/index.ts';
import { openChoices } from '../../src/options/choices.ts';
import { defaultOutcomes } from '../../src/options/outcomes.ts';
import { usage } from '../../src/server/cli/arguments.ts';

/** A name that says a unit of time, such as `sessionMinutes`, `afterSeconds` or `--timeout-ms`. */
const unit = /(?:[a-z]|-|^)(?:[Mm]illi|[Ss]econd|[Mm]inute|[Hh]our|[Dd]ay|[Mm]in|[Ss]ec|[Mm]s)s?$/;

/** Returns every option of `createMock`, as the error about an unknown one lists them. */
function optionNames(): string[] {
  try {
    createMock({ unknown: 1 } as never);
  } catch (error) {
    const list = /Options: (.*)\.$/.exec((error as Error).message)?.[1];
    return list?.split(', ') ?? [];
  }
  return [];
}

function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...keysOf(inner)]);
}

test('no option of createMock, table of outcomes or flag names a unit of time', () => {
  const options = optionNames();
  expect(options).toContain('seed');
  expect(options).toContain('sessionLifetime');
  expect(options.length).toBeGreaterThan(30);
  const flags = [...usage.matchAll(/--([a-z-]+)/g)].map(([, flag = '']) => flag);
  expect(flags).toContain('seed');
  const outcomes = keysOf(defaultOutcomes);
  expect(outcomes).toContain('after');
  expect([...options, ...flags, ...outcomes].filter((name) => unit.test(name))).toEqual([]);
  for (const name of ['sessionMinutes', 'afterSeconds', 'timeoutMs', 'timeout-ms', 'days']) {
    expect(name).toMatch(unit);
  }
});

test('every duration is documented in milliseconds, with its default', () => {
  const source = readFileSync(new URL('../../src/options/choices.ts', import.meta.url), 'utf8');
  const durations = Object.entries(openChoices)
    .filter(([, choice]) => typeof choice.default === 'number')
    .map(([name, choice]) => ({ name, ...choice }));
  expect(durations.map(({ name }) => name)).toEqual([
    'webhookTimeout',
    'challengeLifetime',
    'sessionLifetime',
    'quoteLifetime',
    'verificationDuration',
  ]);
  for (const { name, question, default: standard } of durations) {
    const comment = source
      .slice(0, source.indexOf(`\n  ${name}: `))
      .split('/**')
      .at(-1);
    const words = comment?.replaceAll(/\s*\*\s*/g, ' ');
    expect(words, name).toContain('in milliseconds');
    expect(words, name).toContain(`Default: ${standard.toLocaleString('en-US')}`);
    expect(question).toContain('milliseconds');
  }
});

test('a duration is given to the millisecond', async () => {
  const mock = createMock({ sessionLifetime: 1_001, challengeLifetime: 1_002 });
  const { account } = mock.add.wallet();
  const { session } = await mock.add.session({ accountId: account.id });
  expect(Date.parse(session.expiresAt) - mock.clock.now()).toBe(1_001);
});
