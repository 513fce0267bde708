import { dirname } from 'node:path';
import { eventPlace } from './event.ts';
import {
  addChangeset,
  addTest,
  areaOf,
  contract,
  type Decisions,
  kebab,
  obligations,
  requireOwnName,
  suggestion,
  testsOf,
} from './places.ts';
import { rowPlace } from './rows.ts';
import {
  basesOf,
  declares,
  hasList,
  hasObject,
  namesIn,
  namesUsed,
  withItem,
  withNamespace,
} from './source.ts';
import { AddError, type Tree } from './tree.ts';

/** Where an object of the contract is written: a constant of a file, or a property below it. */
interface ObjectPlace {
  readonly path: string;
  readonly names: readonly string[];
}

/** The files of the contract that declare schemas and rows. */
function sources(tree: Tree): string[] {
  return tree
    .find(`${contract}/{areas/*,format,money,errors}/*.ts`)
    .filter((file) => !/\.test\.ts$|\/examples\.ts$/.test(file));
}

/** The file that declares a constant of the contract: if several do, this one or one beside it. */
function sourceOf(tree: Tree, constant: string, near: string): string | undefined {
  const nearness = (path: string) =>
    Number(path === near) + Number(dirname(path) === dirname(near));
  return sources(tree)
    .filter((file) => tree.read(file).includes(`const ${constant}`))
    .toSorted((one, other) => nearness(other) - nearness(one))
    .find((file) => declares(tree.read(file), constant));
}

/**
 * Follows names to the object that they are declared with, from one constant to the next.
 *
 * @param near the file that uses the first name
 */
function objectAt(tree: Tree, names: readonly string[], near: string): ObjectPlace | undefined {
  const [constant = ''] = names;
  const path = sourceOf(tree, constant, near);
  if (path === undefined) return undefined;
  const text = tree.read(path);
  for (const depth of names.keys()) {
    const owner = names.slice(0, depth + 1);
    if (hasObject(text, ...owner)) continue;
    if (hasList(text, ...owner)) return undefined;
    for (const name of namesUsed(text, ...owner)) {
      const found = objectAt(tree, [name, ...names.slice(depth + 1)], path);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return { path, names };
}

/** Whether an object, or one that it takes fields from, has a field. */
function hasField(tree: Tree, { path, names }: ObjectPlace, field: string): boolean {
  const text = tree.read(path);
  if (namesIn(text, ...names).includes(field)) return true;
  return basesOf(text, ...names)
    .filter((name) => name !== names[0])
    .some((name) => {
      const base = objectAt(tree, [name], path);
      return base !== undefined && hasField(tree, base, field);
    });
}

/** The object of a type of event. @throws AddError if the contract does not have the type */
function eventData(
  tree: Tree,
  [group, name, ...below]: readonly string[],
): ObjectPlace | undefined {
  const type = `${group}.${name}`;
  const event = eventPlace(tree, type);
  if (event === undefined) return undefined;
  const types: readonly string[] =
    tree.read(event.path).match(new RegExp(`(?<=')${group}\\.[A-Z_]+(?=')`, 'g')) ?? [];
  if (!types.includes(type)) {
    throw new AddError(
      `${type} is not a type of event: the group has ${[...new Set(types)].join(', ')}`,
    );
  }
  return objectAt(tree, [event.constant, 'data', ...below], event.path);
}

/** The exported constants of the contract, such as `Card` and `cardUpdate`, and the file of each. */
function schemas(tree: Tree): ReadonlyMap<string, string> {
  return new Map(
    sources(tree).flatMap((file) =>
      [...tree.read(file).matchAll(/^export const (\w+)(?: = (?!operation\(|event\()|: )/gm)].map(
        ([, name = '']) => [name, file] as const,
      ),
    ),
  );
}

/** The object of a schema (`Card`), of a part of a row (`cards.list.query`), or of an event. */
function placeOf(tree: Tree, owner: readonly string[]): ObjectPlace | undefined {
  const [, operation, part = '', below = ''] =
    /^((?:agent\.)?\w+\.\w+)\.(params|query|body|headers)((?:\.\w+)*)$/.exec(owner.join('.')) ?? [];
  if (operation === undefined) {
    const [first = ''] = owner;
    if (first === first.toUpperCase()) return eventData(tree, owner);
    const file = schemas(tree).get(first);
    return file === undefined ? undefined : objectAt(tree, owner, file);
  }
  const { path, constant } = rowPlace(tree, operation);
  if (part === 'params') {
    throw new AddError(
      `A parameter of ${operation} is a part of its path: write both in ${path}, or add an operation with the path: npm run add -- operation cards.melt "POST /cards/{id}/melt"`,
    );
  }
  return objectAt(tree, [constant, part, ...below.split('.').filter(Boolean)], path);
}

/** The schema of a JSON type, and a value of it. */
const typesOfJson: Readonly<Record<string, readonly [schema: string, value: string]>> = {
  string: ['z.string()', "'Undecided: a realistic value'"],
  boolean: ['z.boolean()', 'false'],
  integer: ['z.int()', '0'],
  number: ['z.number()', '0'],
};

const forms =
  'Write the field as Card.nickname, cardUpdate.limit.amount, cards.list.query.nickname or CARD.STATE_CHANGE.nickname';

/**
 * Adds a field to an object of the contract: its row, its example and a test.
 *
 * @param target the object and the field: a schema with the path to an object within it, a part of
 *   an operation's row, or a type of event
 */
export function addField(tree: Tree, target: string, type = 'string'): Decisions {
  const owner = target.split('.');
  const field = owner.pop() ?? '';
  if (owner.length === 0 || !/^[a-z]\w*$/.test(field)) throw new AddError(forms);
  requireOwnName(field);
  const place = placeOf(tree, owner);
  if (place === undefined) {
    const [schema = ''] = owner;
    const known = schemas(tree);
    const file = known.get(schema);
    const reason =
      file === undefined
        ? `${owner.join('.')} is not in the contract${suggestion(schema, [...known.keys()])}`
        : `${owner.join('.')} has variants or no fields of its own: name one of the schemas that ${file} makes it of`;
    throw new AddError(`${reason}. ${forms}`);
  }
  const { path, names } = place;
  const area = areaOf(path);
  if (hasField(tree, place, field)) {
    throw new AddError(`${owner.join('.')} has ${field} already`);
  }
  const isRequest = /^[a-z]/.test(target);
  const [kind, value] = typesOfJson[type] ?? ['z.unknown()', 'undefined'];
  const row = `  /** Undecided: what the field is, with its unit. */\n  ${field}: z.optional(${kind}),`;
  tree.edit(path, (text) => withNamespace(withItem(text, names, row), 'z', 'zod/mini'));

  const examples = `${contract}/areas/${area}/examples.ts`;
  const [schema = '', ...below] = owner;
  const constant = new RegExp(`const (\\w+): ${schema} = \\{`).exec(
    tree.has(examples) ? tree.read(examples) : '',
  )?.[1];
  const example = constant === undefined ? [] : [constant, ...below];
  const isShown = example.length > 0 && hasObject(tree.read(examples), ...example);
  if (isShown) {
    tree.edit(examples, (text) => withItem(text, example, `  ${field}: ${value},`));
  }
  const tests = testsOf(tree, area);
  addTest(tree, tests, target, `what the mock does with ${target}, and test it.`);
  addChangeset(tree, kebab(`${area}-${field}`), ['contract', 'sdk', 'mock']);
  return [
    `${path}: the type of ${field}, its doc comment, and whether it is optional`,
    ...(isShown ? [`${examples}: its value in the example`] : []),
    `${tests}: what the mock does with it`,
    ...(isRequest
      ? [
          obligations,
          `npm run add -- field <schema of the response>.${field}, if a response shows it too`,
        ]
      : []),
  ];
}
