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

/** Checks pages with these blocks, or with what is between them. */
function checked(pages: Readonly<Record<string, readonly string[]>>) {
  const files = Object.entries(pages).map(([name, parts]) => {
    const page = join(folder, `${name}.md`);
    writeFileSync(page, parts.join('\n'));
    return page;
  });
  return runScript('scripts/check-snippets.ts', ...files);
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
  const { ok, output } = await checked({
    page: [
      block('ts', call),
      // The compiler counts characters in another way than a line of JavaScript.
      block('ts', `// ${'…ü😀'.repeat(100)}`, ...client, unknownField),
      block('js', 'const = 1;'),
      block('typescript', wrong),
      block('ts [server.ts]', wrong),
      block(
        'ts',
        ...client,
        input,
        `await payments.cards.get({ id: 'Card:1', ...body }); ${whole}`,
      ),
      // What compiles: with what its page declares, and as the file of an example.
      block('ts', ...client, call),
      declared,
      block('ts [Node]', call),
      block('vue [Vue: src/App.vue]', text),
      block('ts', ...client, "await payments.cards.get({ id: 'Card:1', ...(1 ? {} : {}) });"),
      block('ts', ...client, 'createPaymentsClient({ ...{} });'),
    ],
  });
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

test('a page installs what its code imports, and explains what it declares unseen', async () => {
  const program = block('ts', ...client, call);
  const pool = block('ts', "import { Pool } from 'pg';", 'new Pool();');
  const given = '<!-- with: declare const db: { get(): string }; declare const id: string; -->';
  const { ok, output } = await checked({
    others: [block('sh', 'npm install @org/payments-mock', 'npm install zod'), program],
    whole: [block('sh', 'npm install'), program],
    pool: [pool],
    inWords: ['`npm install pg`', pool],
    peer: [block('ts', "import { undiciTransport } from '@org/payments-sdk/undici';", '')],
    unexplained: [given, block('ts', 'console.log(db.get(), id);')],
    explained: ['`db` is yours.', given, block('ts', '// id: yours', 'console.log(db.get(), id);')],
  });
  expect(ok).toBe(false);
  const found = [...output.matchAll(/(\w+)\.md\S* (.+), which /g)];
  expect(found.map(([, page, problem]) => `${page} ${problem}`).sort()).toEqual([
    'others imports @org/payments-sdk',
    'peer imports undici',
    'pool imports pg',
    'unexplained uses db',
    'unexplained uses id',
  ]);
  expect(output).toContain(', 5 problems');
});

test('a page without an example to compile is not taken for one that passed', async () => {
  expect((await checked({ page: [block('sh', 'ls')] })).ok).toBe(false);
});
