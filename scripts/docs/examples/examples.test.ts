import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type NamedOperation, operations } from '@org/payments-contract';
import { expect, test } from 'vitest';
import { evaluate } from '../../../docs/.vitepress/theme/playground/evaluate.ts';
import { root } from '../../lib/workspace.ts';
import { operationSlug } from '../pages/markdown.ts';
import { curlOf, literal } from './curl.ts';
import { callOf } from './program.ts';
import { runExample } from './run-example.ts';

const all = operations();
const [update] = all.filter(({ name }) => name === 'cards.update') as [NamedOperation];

test.each(all.map(({ name }) => name))('the example of %s succeeds', async (name) => {
  const { requests, printed } = await runExample(name);
  const last = requests.at(-1);
  expect(last).toMatchObject({ operation: name, decision: 'answered' });
  expect(last?.status).toBeLessThan(300);
  expect(printed).toHaveLength(1);
});

test("a signed example has two legs, and only the operation's own events", async () => {
  const { requests, events } = await runExample('cards.update');
  expect(requests.map(({ leg, status }) => [leg, status])).toEqual([
    [1, 202],
    [2, 200],
  ]);
  expect(events).toEqual(['CARD.STATE_CHANGE']);
});

test('every operation has an address of its own', () => {
  const slugs = all.map(({ name }) => operationSlug(name));
  expect(new Set(slugs).size).toBe(slugs.length);
  expect(operationSlug('cardSimulations.simulateReturn')).toBe('card-simulations-simulate-return');
});

test('curl shows no credentials, and both requests of a signed retry', () => {
  for (const text of all.map(curlOf)) expect(text).not.toMatch(/not-a-real|redacted/);
  expect(curlOf(update)).toMatch(
    /curl -X PATCH[\s\S]*curl -X PATCH[\s\S]*service-wallet-signature/,
  );
});

test('calls and values are written as by hand', () => {
  expect(literal({ a: 1, 'b-c': ["d'e"], f: null })).toBe("{ a: 1, 'b-c': ['d\\'e'], f: null }");
  expect(literal({ amount: 250_000 })).toBe('{ amount: 250_000 }');
  expect(literal(['Session:1'], new Map([['Session:1', 'session.id']]))).toBe('[session.id]');
  expect(literal({ text: 'x'.repeat(80) })).toContain('\n  text: ');
  expect(callOf(update)).toBe(
    "const result = await payments.cards.update(\n  { id: 'Card:7c1e', state: 'FROZEN' },\n  { stamper },\n);",
  );
});

test('a program can import only the modules that are offered', async () => {
  const printed: unknown[] = [];
  const modules = { known: async () => ({ value: 1 }) };
  const print = (values: readonly unknown[]) => void printed.push(...values);
  await evaluate("import { value as one } from 'known';\nconsole.log(one);", modules, print);
  expect(printed).toEqual([1]);
  await expect(evaluate("import { x } from 'other';", modules, print)).rejects.toThrow(
    /other cannot be imported here\. Modules: known/,
  );
  await expect(evaluate("import * as x from 'known';", modules, print)).rejects.toThrow(
    /import \{ name \} from 'module'/,
  );
});

test('the program of the quick start prints the lines that its page shows', async () => {
  const page = readFileSync(join(root, 'docs/quick-start.md'), 'utf8');
  const [, program = ''] = /```ts\n([\s\S]+?)```/.exec(page) ?? [];
  const [, shown = ''] = /node freeze\.js\n```\n\n```\n([\s\S]+?)\n```/.exec(page) ?? [];
  const printed: unknown[] = [];
  const modules = {
    '@org/payments-mock': async () => ({ ...(await import('@org/payments-mock')) }),
    '@org/payments-sdk': async () => ({ ...(await import('@org/payments-sdk')) }),
  };
  await evaluate(program, modules, (values) => printed.push(...values));
  // The id is another one in each run.
  const masked = (text: string) => text.replaceAll(/Card:[\da-f-]{36}/g, 'Card:…');
  expect(masked(printed.join('\n'))).toBe(masked(shown));
});
