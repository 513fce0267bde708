import { undecidedTest, withImport } from './source.ts';
import { AddError, type Tree } from './tree.ts';

export const contract = 'packages/contract/src';
export const mock = 'packages/mock/src';
/** How a stub begins what is left to decide. */
export const undecided = 'Undecided:';

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

/** Adds the entry of the changelog; what is added together, under one name, is one entry. */
export function addChangeset(tree: Tree, slug: string, packages: readonly string[]): void {
  if (tree.has(`.changeset/${slug}.md`)) return;
  const heads = packages.map((name) => `'@org/payments-${name}': minor`);
  const [first = ''] = packages;
  const text = `**\`@org/payments-${first}\`** Undecided: what a user notices, in the past tense.`;
  tree.create(`.changeset/${slug}.md`, `---\n${heads.join('\n')}\n---\n\n${text}\n`);
}
