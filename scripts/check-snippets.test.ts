import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runScript } from './lib/run.ts';
import { root } from './lib/workspace.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'snippets-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Checks a page with these blocks, or with what is between them. */
function checked(...parts: readonly string[]) {
  const page = join(folder, 'page.md');
  writeFileSync(page, parts.join('\n'));
  return runScript('scripts/check-snippets.ts', page);
}

const block = (language: string, ...lines: readonly string[]) =>
  [`\`\`\`${language}`, ...lines, '```'].join('\n');

const client = [
  "import { createPaymentsClient } from '@org/payments-sdk';",
  'const payments = createPaymentsClient();',
];
const call = "console.log((await payments.cards.get({ id: 'Card:1' })).state);";
const declared =
  "<!-- with: import type { PaymentsClient } from '@org/payments-sdk'; declare const payments: PaymentsClient; -->";

test('examples that compile pass, with what their page declares before them', async () => {
  const { ok, output } = await checked(block('ts', ...client, call), declared, block('ts', call));
  expect(ok, output).toBe(true);
  expect(output).toContain('2 documented examples, 0 problems');
});

test('an unknown name, an unknown field and a block without sense fail by page and line', async () => {
  const unknownField = "await payments.cards.get({ cardId: 'Card:1' });";
  const { ok, output } = await checked(
    block('ts', call),
    // The compiler counts characters in another way than a line of JavaScript.
    block('ts', `// ${'…ü😀'.repeat(100)}`, ...client, unknownField),
    block('js', 'const = 1;'),
  );
  expect(ok).toBe(false);
  expect(output).toMatch(/page\.md:2: Cannot find name 'payments'/);
  expect(output).toMatch(/page\.md:8: .*cardId/);
  expect(output).toMatch(/page\.md:10: /);
});

test('a block that nothing would check fails, and one that is not the file it names', async () => {
  const wrong = 'const last4: string = 4242;';
  const { ok, output } = await checked(
    block('typescript', wrong),
    block('ts [server.ts]', wrong),
    block('ts [relay.ts]', wrong),
    block('ts', ...client),
  );
  expect(ok).toBe(false);
  expect(output).toMatch(/page\.md:1: .*```typescript.* is not checked/);
  expect(output).toMatch(/page\.md:4: .*server\.ts/);
  expect(output).toMatch(/page\.md:7: .*relay\.ts/);
});

test('a block with the name and the text of a file of an example passes', async () => {
  const text = readFileSync(join(root, 'examples/sign-in/vue/src/App.vue'), 'utf8').trimEnd();
  const { ok, output } = await checked(
    block('vue [Vue: src/App.vue]', text),
    block('ts [Node]', ...client),
  );
  expect(ok, output).toBe(true);
});

test('a call into which a program spreads what it received fails', async () => {
  const input = 'declare const body: { readonly id?: string };';
  const { ok, output } = await checked(
    block('ts', ...client, input, "await payments.cards.get({ id: 'Card:1', ...body });"),
    block(
      'ts',
      ...client,
      input,
      "await payments.cards.get({ id: 'Card:1', ...(body ? {} : {}) });",
    ),
    block('ts', ...client, 'createPaymentsClient({ ...{} });'),
  );
  expect(ok).toBe(false);
  expect(output.match(/page\.md:\d+: spreads into a call/g)).toEqual([
    'page.md:5: spreads into a call',
  ]);
});

test('a page without an example to compile is not taken for one that passed', async () => {
  expect((await checked(block('sh', 'ls'))).ok).toBe(false);
});
