import { expect, test } from 'vitest';
import { blocksOf } from './blocks.ts';

const wrong = 'const last4: string = 4242;';
const block = (language: string, ...lines: readonly string[]) =>
  [`\`\`\`${language}`, ...lines, '```'].join('\n');

test.each([
  ['in another spelling', block('typescript', wrong), 1],
  ['of another kind of file', block('mts', wrong), 1],
  ['in capitals', block('TS', wrong), 1],
  ['with highlighted lines', block('ts {2}', wrong), 1],
  ['with a word after the language', block('ts twoslash', wrong), 1],
  ['in another fence', `~~~ts\n${wrong}\n~~~`, 1],
  ['in a longer fence', `\`\`\`\`ts\n${wrong}\n\`\`\`\``, 1],
  ['in a list', `- An entry.\n\n  \`\`\`ts\n  ${wrong}\n  \`\`\``, 3],
  ['at the start of an entry', `- \`\`\`ts\n  ${wrong}\n  \`\`\``, 1],
  ['in a quotation', `> \`\`\`ts\n> ${wrong}\n> \`\`\``, 1],
  ['of a component', block('vue', '<script setup lang="ts">', wrong, '</script>'), 1],
])('a block %s is named with its line, because nothing would check it', (_what, text, line) => {
  const { blocks, problems } = blocksOf(`${text}\n\n${block('ts', 'export {};')}\n`);
  expect(problems).toEqual([expect.stringMatching(new RegExp(`^${line}: .*is not checked`))]);
  expect(blocks).toHaveLength(1);
});

test('a block has its language, its first line, its code and what is declared before it', () => {
  const page = `# A page\n\n<!-- with: declare const a:\nstring; -->\n\n${block('ts [Node]', 'a', '', 'b')}\n`;
  const { blocks, problems } = blocksOf(`${page}\n${block('tsx', 'c')}\n`);
  expect(problems).toEqual([]);
  expect(blocks).toEqual([
    { language: 'ts', first: 7, code: 'a\n\nb\n', given: 'declare const a: string;' },
    { language: 'tsx', first: 13, code: 'c\n', given: '' },
  ]);
});

test.each([
  ['ts [relay.ts]', 'relay.ts'],
  ['tsx [Next.js: app/page.tsx]', 'app/page.tsx'],
  ['ts [Next.js: app/api/wallet/[...call]/route.ts]', 'app/api/wallet/[...call]/route.ts'],
  ['svelte [Svelte: src/App.svelte]', 'src/App.svelte'],
])('the tab of %s names a file', (language, file) => {
  expect(blocksOf(block(language, 'a')).blocks).toMatchObject([{ file }]);
});
