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

test('what does not compile, what nothing would check and what spreads fails by page and line, and nothing else', async () => {
  const text = readFileSync(join(root, 'examples/sign-in/vue/src/App.vue'), 'utf8').trimEnd();
  const unknownField = "await payments.cards.get({ cardId: 'Card:1' });";
  const wrong = 'const last4: string = 4242;';
  const whole = 'await payments.cards.get(body as never);';
  const input = 'declare const body: { readonly id?: string };';
  const { ok, output } = await checked(
    block('ts', call),
    // The compiler counts characters in another way than a line of JavaScript.
    block('ts', `// ${'…ü😀'.repeat(100)}`, ...client, unknownField),
    block('js', 'const = 1;'),
    block('typescript', wrong),
    block('ts [server.ts]', wrong),
    block('ts', ...client, input, `await payments.cards.get({ id: 'Card:1', ...body }); ${whole}`),
    // What compiles: with what its page declares, and as the file of an example.
    block('ts', ...client, call),
    declared,
    block('ts [Node]', call),
    block('vue [Vue: src/App.vue]', text),
    block('ts', ...client, "await payments.cards.get({ id: 'Card:1', ...(1 ? {} : {}) });"),
    block('ts', ...client, 'createPaymentsClient({ ...{} });'),
  );
  expect(ok).toBe(false);
  for (const problem of [
    /page\.md:2: Cannot find name 'payments'/,
    /page\.md:8: .*cardId/,
    /page\.md:10: /,
    /page\.md:13: .*```typescript.* is not checked/,
    /page\.md:16: .*server\.ts/,
    /page\.md:23: hands a whole object to a call/,
  ]) {
    expect(output).toMatch(problem);
  }
  expect(output).not.toMatch(/page\.md:(?:2[5-9]|[3-9]\d|\d{3,}): /);
  expect(output).toContain('7 documented examples, 8 problems');
});

test('a page that installs packages installs what its code imports', async () => {
  const install = block('sh', 'npm install @org/payments-mock', 'npm install zod');
  const { ok, output } = await checked(install, block('ts', ...client, call));
  expect(ok).toBe(false);
  expect(output).toContain('imports @org/payments-sdk, which no');
  expect((await checked(block('sh', 'npm install'), block('ts', ...client, call))).ok).toBe(true);
  const pool = block('ts', "import { Pool } from 'pg';", 'new Pool();');
  expect((await checked(pool)).output).toContain('imports pg, which no');
  expect((await checked('`npm install pg`', pool)).ok).toBe(true);
  const undici = block('ts', "import { undiciTransport } from '@org/payments-sdk/undici';", '');
  expect((await checked(undici)).output).toContain('imports undici, which no');
});

test('a page explains what it declares unseen, in words, in a comment or in code', async () => {
  const given = '<!-- with: declare const db: { get(): string }; declare const id: string; -->';
  const use = block('ts', 'console.log(db.get(), id);');
  const { ok, output } = await checked(given, use);
  expect(ok).toBe(false);
  expect(output).toContain('page.md:2: uses db, which the page does not explain');
  const explained = block('ts', '// id: yours', 'console.log(db.get(), id);');
  expect((await checked('`db` is yours.', given, explained)).ok).toBe(true);
});

test('a page without an example to compile is not taken for one that passed', async () => {
  expect((await checked(block('sh', 'ls'))).ok).toBe(false);
});
