import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../lib/workspace.ts';
import { problemsOf } from '../native-compiler/problems.ts';
import { textViolations } from '../text/check.ts';
import { add } from './add.ts';
import { AddError, Tree } from './tree.ts';

/** The commands of CONTRIBUTING, with the number of files that it promises. */
const promised = [
  ...readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(
    /^\| .* \| `npm run add -- ([^`]+)` \| (\d+): /gm,
  ),
].map(([, command = '', files]) => [command, Number(files)] as const);

const areasOfContract = 'packages/contract/src/areas/index.ts';

/** What the compiler reads: the changed files, and the list that `npm run generate` writes. */
function written(tree: Tree): Map<string, string> {
  const files = tree.changed.filter((path) => path.endsWith('.ts'));
  const texts = new Map(files.map((path) => [join(root, path), tree.read(path)]));
  const exports = files
    .filter((path) => /contract\/src\/areas\/[^/]+\/index\.ts$/.test(path))
    .map((path) => tree.read(path).replace('./', `./${path.split('/').at(-2)}/`));
  return texts.set(
    join(root, areasOfContract),
    [tree.read(areasOfContract), ...exports].join('\n'),
  );
}

describe.each(promised)('npm run add -- %s', (command, files) => {
  const tree = new Tree(root);
  const decisions = add(tree, command.split(' '));
  const texts = tree.changed.map((path) => [path, tree.read(path)] as const);

  test('changes as many files as CONTRIBUTING promises', () => {
    expect(tree.changed).toHaveLength(files);
  });

  test('writes stubs that compile', () => {
    const sources = written(tree);
    const problems = problemsOf({
      folder: root,
      extend: './tsconfig.json',
      options: {},
      written: sources,
      checked: [...sources.keys()],
    });
    expect(problems).toEqual([]);
  });

  test('leaves what is undecided to npm run text and to tests that fail', () => {
    const undecided = texts.filter(([path, text]) =>
      textViolations(path, text).some((one) => one.includes('Undecided:')),
    );
    expect(undecided.length).toBeGreaterThan(1);
    const stubs = texts.map(([, text]) => text).join('\n');
    expect(stubs).toMatch(/expect\.fail\("Undecided: |throw new Error\('Undecided: /);
    expect(stubs).not.toMatch(/\b(?:test|it)\.(?:skip|todo)\b/);
  });

  test('names what is left to decide, in files that exist', () => {
    expect(decisions.length).toBeGreaterThan(1);
    for (const path of decisions.flatMap((line) => line.match(/\S+\.ts\b/g) ?? [])) {
      expect(tree.has(path), path).toBe(true);
    }
  });
});

test('CONTRIBUTING has every kind of addition', () => {
  const kinds = promised.map(([command]) => command.split(' ')[0]);
  expect([...new Set(kinds)].sort()).toEqual(['area', 'code', 'event', 'field', 'operation']);
});

test.each([
  ['', 'npm run add -- field'],
  ['field', 'npm run add -- field'],
  ['table cards', 'npm run add -- field'],
  ['field nickname', 'Card.nickname'],
  ['field Nothing.nickname', 'not a schema'],
  ['field Card.last4', 'has last4 already'],
  ['operation cards', '<resource>.<verb>'],
  ['operation melons.eat', 'add the area first'],
  ['operation cards.update', 'cards.update already'],
  ['operation tokens.delete', 'tokens.delete already'],
  ['code melted --status 409 --operation cards.update', 'CARD_MELTED'],
  ['code CARD_MELTED --operation cards.update', 'npm run add -- field'],
  ['code CARD_MELTED --status 400 --operation cards.update', 'closed list'],
  ['code CARD_MELTED --status 409 --operation cards.melt', 'no row for cards.melt'],
  ['code NOT_FOUND --status 404 --operation cards.update', 'exists already'],
  ['event melted', 'CARD.MELTED'],
  ['event MELON.EATEN', 'No area has events'],
  ['event CARD.STATE_CHANGE', 'exists already'],
  ['area cards', 'exists already'],
  ['area luggage', 'plural'],
])('npm run add -- %s is refused, and changes nothing', (command, message) => {
  const tree = new Tree(root);
  const run = () => add(tree, command.split(' ').filter(Boolean));
  expect(run).toThrow(AddError);
  expect(run).toThrow(message);
  expect(tree.changed).toEqual([]);
});
