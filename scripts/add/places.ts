import { undecidedTest, withImport } from './source.ts';
import { AddError, type Tree } from './tree.ts';

export const contract = 'packages/contract/src';
export const mock = 'packages/mock/src';

/** What an addition has left to decide, in the order in which to do it. */
export type Decisions = readonly string[];

/** `card-update` of `cardUpdate`. */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export function upperFirst(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

export function lowerFirst(name: string): string {
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

/** The word for one of several: `voucher` of `vouchers`; another word as it is. */
export function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');
}

/** @throws AddError for a name that every object has, or that `await` reads */
export function requireOwnName(name: string): void {
  if (name in Object.prototype) throw new AddError(`Every object of JavaScript has ${name}`);
  if (name === 'then') throw new AddError('An object with a property then is awaited as a promise');
}

/** The part of a refusal that names what was probably meant: a name in another case or number. */
export function suggestion(name: string, known: readonly string[]): string {
  const plain = (word: string) => singular(word.toLowerCase());
  const meant = known.find((one) => plain(one) === plain(name));
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}

/** The area of a file of the contract: its folder. */
export function areaOf(path: string): string {
  const area = /\/areas\/([^/]+)\//.exec(path)?.[1];
  if (area === undefined) throw new AddError(`${path} is not in an area`);
  return area;
}

/** Adds a test that fails to a file of tests, which is created if there is none. */
export function addTest(tree: Tree, path: string, what: string, decide: string): void {
  if (!tree.has(path)) tree.create(path, "import { expect, test } from 'vitest';\n");
  tree.edit(path, (text) => {
    const imported = withImport(withImport(text, 'expect', 'vitest'), 'test', 'vitest');
    return `${imported}${undecidedTest(what, decide)}`;
  });
}

/** The file of an area's tests: the one that is named after the area, or the first one. */
export function testsOf(tree: Tree, area: string): string {
  const own = `${mock}/areas/${area}/${area}.test.ts`;
  if (tree.has(own)) return own;
  return tree.find(`${mock}/areas/${area}/*.test.ts`)[0] ?? own;
}

/** What is left to decide where a comment of a request states an obligation. */
export const obligations =
  'packages/mock/test/register/statements.ts: a statement, or a reason, for each comment of a request that states an obligation (required, only, must, cannot, at most, ...)';

/** Adds the entry of the changelog; what is added together, under one name, is one entry. */
export function addChangeset(tree: Tree, slug: string, packages: readonly string[]): void {
  if (tree.has(`.changeset/${slug}.md`)) return;
  const heads = packages.map((name) => `'@org/payments-${name}': minor`);
  const [first = ''] = packages;
  const text = `**\`@org/payments-${first}\`** Undecided: what a user notices, in the past tense.`;
  tree.create(`.changeset/${slug}.md`, `---\n${heads.join('\n')}\n---\n\n${text}\n`);
}
