import { describe, expect, test } from 'vitest';
import { readFiles, textViolations } from './check.ts';
import { exceptions, names, patterns } from './patterns.ts';

const refused: readonly (readonly [text: string, part: string])[] = [
  ['/** Text that is no JSON. */', 'is no J'],
  ['// The action is no more.', 'is no more'],
  ['// Something else than the service.', 'else than'],
  ['/** Hears of every difference. */', 'Hears'],
  ['/** The answer of the service. */', 'answer'],
  [`test('the server answers with 204', run);`, 'answers'],
  ['/** Gives the first page. */', 'Gives'],
  [`const a = \`The stamper gave \${x}\`;`, 'gave'],
  ['/** How a credential is called. */', 'How a credential is called'],
  ['// What the report tells of failures.', 'tells of'],
  ['// Copies are dear.', 'dear'],
  ['// The attempt comes to nothing.', 'comes to nothing'],
  ['// The service wants a signature.', 'service wants'],
  [`throw new Error('The value is wrong. Correct it.');`, 'Correct it.'],
  ['// There is no pool.', 'There is no'],
  ["test('an empty list: there is no page', run);", 'there is no'],
  ['/** Its action says what to do. */', 'says what'],
  ['// The last column tells us what was seen.', 'tells us what'],
  [`test('the operation takes no key', run);`, 'takes no'],
  ['// The cause was mended.', 'mended'],
  ['/** What becomes of the request. */', 'What becomes of'],
  ['// How long a cached value is believed.', 'believ'],
  ["test('tells whether a key fits', run);", 'tells whether'],
  ['// Returns a text of the page.', 'a text'],
  ['// The site stands below the root.', 'stands'],
  ['// The private half of a pair.', 'private half'],
  ['// Every kind of event.', 'kind of event'],
  ["// A code of the platform's own.", "of the platform's own"],
  ['// By the key where it has one, else by a list.', ', else'],
  ['// The handler goes on.', 'goes on'],
  ['// The status says whether it was sent.', 'says whether'],
  ['// The relay knows the account.', 'relay knows'],
  ['const whyOf = 1;', 'whyOf'],
  ['/** Undecided: what it is. */', 'Undecided:'],
  [`facts(409, 'Undecided: what it means.')`, 'Undecided:'],
  ['// @ts-nocheck', '@ts-nocheck'],
  ['// biome-ignore lint/suspicious/noExplicitAny: shorter', 'noExplicitAny'],
  ['// biome-ignore-all lint/suspicious/noTsIgnore: shorter', 'noTsIgnore'],
  ['// biome-ignore lint: shorter', 'biome-ignore lint:'],
  ['// biome-ignore lint/suspicious: shorter', 'biome-ignore lint/suspicious:'],
];

describe('English', () => {
  test.each(refused)('%s', (text, part) => {
    const found = textViolations('a.ts', `const b = 1;\n${text}\n`);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(part);
    expect(found[0]).toMatch(/^a\.ts:2: /);
  });

  test('every pattern has an example', () => {
    const unseen = [...patterns, ...names].filter(
      ({ pattern }) => !refused.some(([text]) => pattern.test(text)),
    );
    expect(unseen).toEqual([]);
  });

  test.each([
    '/** Null where there is no such card; it is no longer valid. */',
    '/** The challenge that was answered. */',
    '// Gives up after three attempts.',
    `const kind = 'answer';`,
    'const answer = 1;',
    '/** The kind `answer` of a fault. */',
    `import { x } from './answer.ts';`,
    '// biome-ignore lint/suspicious/noThenProperty: a list is awaited like a promise',
  ])('is fine: %s', (text) => {
    expect(textViolations('a.ts', text)).toEqual([]);
  });

  test('comments after a template literal are read', () => {
    const text = 'const a = `$' + '{b} and `;\n// The answer.\nconst c = `d`;\n/** Hears. */\n';
    expect(textViolations('a.ts', text)).toEqual([
      expect.stringMatching(/^a\.ts:2: "answer"/),
      expect.stringMatching(/^a\.ts:4: "Hears"/),
    ]);
  });

  test.each([
    ['a block comment', '/**\n * Text that\n * is\n * no JSON.\n */', 3],
    ['line comments', '// Text that is\n// no JSON.', 1],
    ['a message in two parts', `throw new Error(\n  'Text that is ' +\n    'no JSON.',\n);`, 2],
  ])('a phrase is found across lines of %s', (_kind, text, line) => {
    expect(textViolations('a.ts', text)).toEqual([`a.ts:${line}: "is no J": write "is not a ..."`]);
  });

  test('a phrase is found across lines of a page, but not from one entry to the next', () => {
    expect(textViolations('a.md', 'Text that is\nno JSON.\n')).toHaveLength(1);
    expect(textViolations('a.md', '- What it is\n- no JSON\n\n# It is\n\nno JSON\n')).toEqual([]);
  });

  test.each([
    ['paragraphs', '/**\n * What it is\n *\n * no JSON\n */'],
    ['tags', '/**\n * @param a - What it is\n * @param no - JSON\n */'],
    ['a comment and the next one', '// What it is\nconst a = 1;\n// no JSON'],
  ])('a phrase is not joined across %s', (_kind, text) => {
    expect(textViolations('a.ts', text)).toEqual([]);
  });

  test('a challenge in one sentence does not excuse the next', () => {
    const text = '// The challenge.\n// The answer of the service.';
    expect(textViolations('a.ts', text)).toEqual([expect.stringMatching(/^a\.ts:2: "answer"/)]);
  });

  test('code in pages is not read', () => {
    const page = '# A page\n\n`answer`\n\n```ts\nconst x = "no answer here";\n```\n';
    expect(textViolations('a.md', page)).toEqual([]);
    expect(textViolations('a.md', `${page}\nAn answer.\n`)).toHaveLength(1);
  });

  test('each exception is needed', () => {
    for (const { text } of exceptions) {
      expect(textViolations('a.ts', `// A text ${text} b`)).not.toEqual([]);
      expect(textViolations('a.ts', `// A text ${text} b`, exceptions)).toEqual([]);
    }
  });
});

describe('files that are not TypeScript', () => {
  test.each([
    ['a.mjs', 'const a = 1;\n// The answer.\n', 2],
    ['a.js', `throw new Error('The answer is wrong');\n`, 1],
    ['a.css', '.a {\n  /* The\n   * answer. */\n  color: red;\n}\n', 3],
    ['a.sh', '#!/bin/sh\nls # the answer\n# The\n# answer.\n', 4],
    ['.ci/run', '# The answer.\n', 1],
    ['a.vue', '<script setup lang="ts">\n// The answer.\n</script>\n', 2],
    ['a.vue', '<template>\n  <p>The answer is {{ a }}.</p>\n</template>\n', 2],
    ['a.svelte', '<main>\n  {#if a}<p>The answer.</p>{/if}\n</main>\n', 2],
    ['a.html', '<body>\n  <!-- The answer. -->\n</body>\n', 2],
  ])('%s is read: %s', (path, text, line) => {
    expect(textViolations(path, text)).toEqual([
      expect.stringMatching(new RegExp(`^${path.replaceAll('.', '\\.')}:${line}: "answer"`)),
    ]);
  });

  test.each([
    ['a.css', '.answer { content: "the answer"; }\n'],
    ['a.sh', 'echo "$answer"\n'],
    [
      'a.vue',
      '<template><p :answer="the answer">{{ the.answer }}</p></template>\n<style>\n.answer {}\n</style>\n',
    ],
    ['a.svelte', '<p>{answer}</p>\n'],
  ])('code of %s is not read: %s', (path, text) => {
    expect(textViolations(path, text)).toEqual([]);
  });

  test('every kind of file that npm run text reads has an example here', () => {
    const kinds = ['a.ts', 'a.tsx', 'a.md', 'a.mjs', 'a.js', 'a.css', 'a.sh', '.ci/run'];
    const pages = ['a.vue', 'a.svelte', 'a.html'];
    const patterns = [...kinds, ...pages].map((path) => path.replace(/^a|run$/, '*'));
    expect(readFiles.toSorted()).toEqual(patterns.toSorted());
  });
});

describe('folders', () => {
  test.each(['packages/sdk/src/someThing/a.ts', 'docs/Some-guides/a.md', 'e2e/some_thing/a.ts'])(
    'the name in %s is refused',
    (path) => {
      expect(textViolations(path, '')).toEqual([
        expect.stringMatching(/:1: folder \S+: write .*some-/),
      ]);
    },
  );

  test.each(['docs/.vitepress/theme/a.ts', 'e2e/a1/a.ts', 'app/[...call]/route.ts'])(
    'the names in %s are fine',
    (path) => {
      expect(textViolations(path, '')).toEqual([]);
    },
  );
});

describe('length', () => {
  test.each([
    ['packages/sdk/src/a.ts', 300],
    ['packages/sdk/src/a.test.ts', 500],
    ['packages/sdk/test/a.ts', 500],
  ])('%s may have %i lines', (path, count) => {
    expect(textViolations(path, '//\n'.repeat(count))).toEqual([]);
    expect(textViolations(path, '//\n'.repeat(count + 1))).toHaveLength(1);
  });
});

describe('declared names', () => {
  test.each([
    ['const taken = new Set();', 'taken'],
    ['const { ids: chosen } = read();', 'chosen'],
    ['function look() {}', 'look'],
    ['function f(told: string) {}', 'told'],
    ['class A { #dropOver() {} }', 'dropOver'],
    ['interface A { readonly said: string }', 'said'],
    ['const MOST_ATTEMPTS = 4;', 'MOST_ATTEMPTS'],
  ])('%s is refused, with what to write', (text, name) => {
    expect(textViolations('a.ts', `\n${text}\n`)).toEqual([
      expect.stringMatching(new RegExp(`^a\\.ts:2: name ${name}: write .+`)),
    ]);
  });

  test.each(['relay/who-calls.ts', 'relay/refusal-of.test.ts'])(
    'the file %s is refused',
    (path) => {
      expect(textViolations(path, '')).toEqual([expect.stringContaining('write a noun')]);
    },
  );

  test.each([
    'const takenSeats = 1;',
    `const a = { chosen: 1 };`,
    'const { taken: seats } = b;',
    `import { look } from 'library';`,
  ])('%s is fine', (text) => {
    expect(textViolations('a.ts', text)).toEqual([]);
  });
});
