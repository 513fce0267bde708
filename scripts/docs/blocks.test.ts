import { expect, test } from 'vitest';
import { blocksOf } from './blocks.ts';

const wrong = 'const last4: string = 4242;';
const block = (language: string, code = wrong) => `\`\`\`${language}\n${code}\n\`\`\``;

test.each([
  [block('typescript'), 1],
  [block('mts'), 1],
  [block('TS'), 1],
  [block('ts {2}'), 1],
  [block('ts twoslash'), 1],
  [`~~~ts\n${wrong}\n~~~`, 1],
  [`\`\`\`\`ts\n${wrong}\n\`\`\`\``, 1],
  [`- An entry.\n\n  \`\`\`ts\n  ${wrong}\n  \`\`\``, 3],
  [`- \`\`\`ts\n  ${wrong}\n  \`\`\``, 1],
  [`> \`\`\`ts\n> ${wrong}\n> \`\`\``, 1],
  [block('vue'), 1],
])('%j is named with its line, because nothing would check it', (text, line) => {
  const { blocks, problems } = blocksOf(`${text}\n\n${block('ts', 'export {};')}\n`);
  expect(problems).toEqual([expect.stringMatching(new RegExp(`^${line}: .*is not checked`))]);
  expect(blocks).toHaveLength(1);
});

test('a block has its language, its first line, its code, what is declared before it, and its file', () => {
  const page = `# A page\n\n<!-- with: declare const a:\nstring; -->\n\n${block('ts [Node]', 'a\n\nb')}\n`;
  const named = block('tsx [Next.js: app/[...call]/page.tsx]', 'c');
  expect(blocksOf(`${page}\n${named}\n`)).toEqual({
    problems: [],
    blocks: [
      { language: 'ts', first: 7, code: 'a\n\nb\n', given: 'declare const a: string;' },
      { language: 'tsx', first: 13, code: 'c\n', given: '', file: 'app/[...call]/page.tsx' },
    ],
  });
});
