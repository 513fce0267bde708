import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../lib/workspace.ts';
import { problemsOf } from '../native-compiler/problems.ts';
import { textViolations } from '../text/check.ts';
import { add } from './add.ts';
import { AddError, Tree } from './tree.ts';

/** The names that CONTRIBUTING adds, and ones that nobody adds: its commands may have been run. */
const unused = {
  nickname: 'unusedField',
  weekly: 'unusedLimit',
  vouchers: 'unusedThings',
  MELTED: 'UNUSED',
  melt: 'unused',
};

/** The commands of CONTRIBUTING, with the number of files that it promises. */
const promised = [
  ...readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(
    /^\| .* \| `npm run add -- ([^`]+)` \| (\d+): /gm,
  ),
].map(([, command = '', files]) => {
  const renamed = Object.entries(unused).reduce((text, names) => text.replace(...names), command);
  return [renamed, Number(files)] as const;
});

function compilerProblems(tree: Tree) {
  const files = tree.changed.filter((path) => path.endsWith('.ts'));
  const written = new Map(files.map((path) => [join(root, path), tree.read(path)]));
  const checked = [...written.keys()];
  return problemsOf({ folder: root, extend: './tsconfig.json', options: {}, written, checked });
}

describe.each(promised)('npm run add -- %s', (command, files) => {
  const tree = new Tree(root);
  const decisions = add(tree, command.split(' '));
  const texts = tree.changed.map((path) => [path, tree.read(path)] as const);

  test('changes as many files as CONTRIBUTING promises', () => {
    expect(tree.changed).toHaveLength(files);
  });

  test('writes stubs that compile', () => {
    expect(compilerProblems(tree)).toEqual([]);
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

test('an event and an error code of one name are added together', () => {
  const tree = new Tree(root);
  add(tree, ['event', 'CARD.UNUSED']);
  add(tree, ['code', 'CARD_UNUSED', '--status', '409', '--operation', 'cards.update']);
  expect(tree.changed.filter((path) => path.endsWith('.md'))).toEqual([
    '.changeset/card-unused.md',
  ]);
});

test.each([
  [
    'CARD.STATE_CHANGE.unusedField',
    'cards/schemas.ts',
    /issuerRef: .*\n {2}\/\*\*.*\n {2}unusedField: /,
  ],
  [
    'sandbox.simulateAuthorization.body.merchant.city',
    'cards/card-transactions.ts',
    /cardMerchant = [\s\S]*? {2}city: /,
  ],
  [
    'AgentPolicy.accountRestrictions.unusedField',
    'agents/policy.ts',
    /accountRestrictions: resource\(\{[\s\S]*? unusedField: [^\n]*\n *\}\)/,
  ],
])('the field %s is written where its object is declared', (field, path, place) => {
  const tree = new Tree(root);
  add(tree, ['field', field]);
  expect(tree.read(`packages/contract/src/areas/${path}`)).toMatch(place);
});

test('an operation takes the request of its documentation, also beside rows without a parameter', () => {
  const tree = new Tree(root);
  const path = '/agents/{agentId}/codes/{code}';
  add(tree, ['operation', 'discoveries.unused', `DELETE ${path}`]);
  const row = tree.read('packages/contract/src/areas/discoveries/operations.ts');
  expect(row).toContain(`method: 'DELETE',\n  path: '${path}',`);
  expect(row).toMatch(/agentId: z\.string\(\)\.min\(1\),[^}]*code: z\.string\(\)\.min\(1\),/);
  expect(tree.changed).toContain('.changeset/discoveries.md');
  // A second operation of the area is part of the same entry, and of the same file.
  const before = tree.changed.length;
  add(tree, ['operation', 'discoveries.freeze', 'POST /discoveries/freeze']);
  expect(tree.changed).toHaveLength(before);
  expect(() => add(tree, ['operation', 'discoveries.thaw', 'POST'])).toThrow(
    'POST /cards/{id}/melt',
  );
});

test("an operation of a resource that the area's index.ts declares is written above the area", () => {
  const tree = new Tree(root);
  add(tree, ['operation', 'tokens.unused']);
  const index = 'packages/mock/src/areas/tokens/index.ts';
  const text = tree.read(index);
  expect(text).toMatch(/export const unusedTokens = plain[\s\S]*export const tokensArea = area\(/);
  expect(text).toContain("'tokens.unused': unusedTokens,");
  expect(text).not.toMatch(/from '\.\//);
  expect(compilerProblems(tree)).toEqual([]);
});

test.each([
  ['', 'npm run add -- field'],
  ['field', 'npm run add -- field'],
  ['table cards', 'npm run add -- field'],
  ['field nickname', 'Card.nickname'],
  ['field Nothing.nickname', 'Nothing is not in the contract'],
  ['field Card.last4', 'has last4 already'],
  ['field cards.list.query.state', 'has state already'],
  ['field agentPolicyUpdate.spendingLimits.currency', 'has currency already'],
  ['field Card.state.nickname', 'Card.state has variants or no fields'],
  ['field credentialCreate.nickname', 'areas/credentials/'],
  ['field cards.unused.body.nickname', 'no row for cards.unused'],
  ['field TEST.WEBHOOK_UNUSED.nickname', 'not in the contract'],
  ['operation cards', '<resource>.<verb>'],
  ['operation melons.eat', 'add the area first'],
  ['operation cards.update', 'cards.update already'],
  ['operation tokens.delete', 'tokens.delete already'],
  ['code melted --status 409 --operation cards.update', 'CARD_MELTED'],
  ['code CARD_UNUSED --operation cards.update', 'npm run add -- field'],
  ['code CARD_UNUSED --status 400 --operation cards.update', 'closed list'],
  ['code CARD_UNUSED --status 409 --operation cards.unused', 'no row for cards.unused'],
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
