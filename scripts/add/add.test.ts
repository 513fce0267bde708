import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../lib/workspace.ts';
import { problemsOf } from '../native-compiler/problems.ts';
import { textViolations } from '../text/check.ts';
import { add, report } from './add.ts';
import { namesIn } from './source.ts';
import { AddError, Tree } from './tree.ts';

/** The repository without pending changesets: whoever adds something has some. */
class TreeWithoutChangesets extends Tree {
  override has(path: string): boolean {
    return (!path.startsWith('.changeset/') || this.changed.includes(path)) && super.has(path);
  }
}

const openTree = () => new TreeWithoutChangesets(root);

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
  const tree = openTree();
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
  const tree = openTree();
  add(tree, ['event', 'CARD.UNUSED']);
  add(tree, ['code', 'CARD_UNUSED', '--status', '409', '--operation', 'cards.update']);
  expect(tree.changed.filter((path) => path.endsWith('.md'))).toEqual([
    '.changeset/card-unused.md',
  ]);
});

test.each([
  ['CARD.STATE_CHANGE.unusedField', 'cards/schemas.ts', ['cardShape']],
  [
    'sandbox.simulateAuthorization.body.merchant.unusedField',
    'cards/card-transactions.ts',
    ['cardMerchant'],
  ],
  [
    'AgentPolicy.accountRestrictions.unusedField',
    'agents/policy.ts',
    ['agentPolicyShape', 'accountRestrictions'],
  ],
  ['agent.quotes.create.body.unusedField', 'quotes/schemas.ts', ['quoteCreate']],
  ['agent.transactions.list.query.unusedField', 'transactions/schemas.ts', ['transactionQuery']],
  [
    'platformAccounts.list.query.unusedField',
    'external-accounts/platform-operations.ts',
    ['list', 'query'],
  ],
])('the field %s is written where its object is declared', (field, path, names) => {
  const tree = openTree();
  add(tree, ['field', field]);
  expect(namesIn(tree.read(`packages/contract/src/areas/${path}`), ...names)).toContain(
    'unusedField',
  );
});

test('an operation takes the request of its documentation, also beside rows without a parameter', () => {
  const tree = openTree();
  const path = '/agents/{agentId}/codes/{code}';
  add(tree, ['operation', 'discoveries.unused', `DELETE ${path}`]);
  const row = tree.read('packages/contract/src/areas/discoveries/operations.ts');
  expect(row).toContain(`method: 'DELETE',\n  path: '${path}',`);
  expect(row).toMatch(/agentId: requestId\('Agent'\),[^}]*code: nonEmpty,/);
  expect(tree.changed).toContain('.changeset/discoveries.md');
  // A second operation of the area is part of the same entry, and of the same file.
  const before = tree.changed.length;
  add(tree, ['operation', 'discoveries.unusedToo', 'POST /discoveries/unused']);
  expect(tree.changed).toHaveLength(before);
  expect(() => add(tree, ['operation', 'discoveries.unusedThird', 'POST'])).toThrow(
    'POST /cards/{id}/melt',
  );
});

test('a parameter of a path is an id where the contract has ids of its name', () => {
  const tree = openTree();
  add(tree, ['operation', 'tokens.unused', 'POST /tokens/{tokenId}/cards/{cardId}/{customerId}']);
  const row = tree.read('packages/contract/src/areas/tokens/operations.ts');
  expect(row).toMatch(/tokenId: nonEmpty,[^}]*cardId: requestId\('Card'\),/);
  expect(row).toContain("customerId: requestId('Customer'),");
  expect(compilerProblems(tree)).toEqual([]);
});

test("an operation of a resource that the area's index.ts declares is written above the area", () => {
  const tree = openTree();
  add(tree, ['operation', 'tokens.unused']);
  const index = 'packages/mock/src/areas/tokens/index.ts';
  const text = tree.read(index);
  expect(text).toMatch(/export const unusedToken = plain[\s\S]*export const tokensArea = area\(/);
  expect(text).toContain("'tokens.unused': unusedToken,");
  expect(text).not.toMatch(/from '\.\//);
  expect(compilerProblems(tree)).toEqual([]);
});

test.each([
  ['', 'npm run add -- field'],
  ['field', 'npm run add -- field'],
  ['table cards', 'npm run add -- field'],
  ['field nickname', 'Card.nickname'],
  ['field Nothing.nickname', 'Nothing is not in the contract'],
  ['field list.nickname', 'list is not in the contract'],
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
  // Words of the language, and names that the file has.
  ['operation cards.class', 'class'],
  ['operation cards.return', 'return'],
  ['operation cards.static', 'static'],
  ['operation cards.await', 'await'],
  ['operation cards.operation', 'operation'],
  ['operation cards.byHand', 'byHand'],
  ['operation cards.z', "'z'"],
  ['area news', 'new'],
  ['area receivers', 'receivers'],
  ['area wallets', 'wallet'],
  ['area agentActions', 'has AgentAction already'],
  // Names that every object has, or that await reads.
  ['operation cards.toString', 'toString'],
  ['operation cards.constructor', 'constructor'],
  ['operation cards.then', 'then'],
  ['field Card.toString', 'toString'],
  ['field Card.constructor', 'constructor'],
  // Another case, an unknown type, what the object has through a spread or with others.
  ['field card.unusedField', 'did you mean Card'],
  ['field cardupdate.unusedField', 'did you mean cardUpdate'],
  ['operation Cards.unused', 'did you mean cards'],
  ['operation card.unused', 'did you mean cards'],
  ['field CARD.UNUSED.unusedField', 'CARD.STATE_CHANGE'],
  ['field cards.list.query.limit', 'has limit already'],
  ['field customers.update.body.fullName', 'has fullName already'],
  ['field cards.get.params.unusedField', 'npm run add -- operation'],
  // A request that another row has, or that is not one.
  ['operation cards.unused "PATCH /cards/{cardId}"', 'cards/operations.ts has update'],
  ['operation cards.unused "GET /customers/"', 'POST /cards/{id}/melt'],
  ['operation cards.unused "GET /cards/{id"', 'POST /cards/{id}/melt'],
  // Statuses that HTTP does not have, and flags that a kind does not have.
  ['code CARD_UNUSED --status 499 --operation cards.update', '409'],
  ['code CARD_UNUSED --status 409.5 --operation cards.update', '409'],
  ['code CARD_UNUSED --status nothing --operation cards.update', '409'],
  ['code INVALID_UMA_ADDRESS --status 409 --operation cards.update', 'exists already'],
  ['field Card.unusedField --unknown', "'--unknown'"],
  ['field Card.unusedField --status 409', 'npm run add -- field'],
])('npm run add -- %s is refused, and changes nothing', (command, message) => {
  const tree = openTree();
  const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word);
  const run = () => add(tree, words as string[]);
  expect(run).toThrow(AddError);
  expect(run).toThrow(message);
  expect(tree.changed).toEqual([]);
});

test('a refusal has the form of what can be added', () => {
  const form = /npm run add -- operation <resource>\.<verb>.*cards\.melt/;
  expect(() => add(openTree(), ['operation', 'cards.class'])).toThrow(form);
});

test('the report names what is written and what remains, also when nothing could be generated', () => {
  const tree = openTree();
  const decisions = add(tree, ['field', 'Card.unusedField']);
  const [first = ''] = tree.changed;
  const fine = report(tree, decisions, { ok: true, output: 'comments.json written\n' });
  expect(fine).toContain(`\n  ${first}\n`);
  expect(fine).toContain('  comments.json written');
  expect(fine).toContain(`  - ${decisions[0]}`);
  expect(fine).not.toContain('failed');
  const failed = report(tree, decisions, { ok: false, output: 'cards.melt lacks something\n' });
  expect(failed).toContain(`  - ${decisions[0]}`);
  expect(failed).toMatch(
    /npm run generate failed[\s\S]*lacks something[\s\S]*run npm run generate again/,
  );
});
