import { dirname } from 'node:path';
import { eventPlace } from './event.ts';
import {
  addChangeset,
  addTest,
  areaOf,
  contract,
  type Decisions,
  kebab,
  testsOf,
} from './places.ts';
import { rowPlace } from './rows.ts';
import { declares, hasList, hasObject, namesIn, namesUsed, withItem } from './source.ts';
import { AddError, type Tree } from './tree.ts';

/** Where an object of the contract is written: a constant of a file, or a property below it. */
interface ObjectPlace {
  readonly path: string;
  readonly names: readonly string[];
}

/** The file that declares a constant of the contract, in the folder if several do. */
function sourceOf(tree: Tree, constant: string, folder: string): string | undefined {
  const isNear = (path: string) => Number(path.startsWith(folder));
  return tree
    .find(`${contract}/{areas/*,money,errors}/*.ts`)
    .filter((file) => !file.endsWith('.test.ts') && tree.read(file).includes(`const ${constant}`))
    .toSorted((one, other) => isNear(other) - isNear(one))
    .find((file) => declares(tree.read(file), constant));
}

/** Follows names to the object that they are declared with, from one constant to the next. */
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
      const found = objectAt(tree, [name, ...names.slice(depth + 1)], dirname(path));
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return { path, names };
}

/** The object of a schema (`Card`), of a part of a row (`cards.list.query`), or of an event. */
function placeOf(tree: Tree, owner: readonly string[]): ObjectPlace | undefined {
  const [resource = '', verb = '', part = '', ...below] = owner;
  if (/^(?:params|query|body|headers)$/.test(part)) {
    const { path, constant } = rowPlace(tree, `${resource}.${verb}`);
    return objectAt(tree, [constant, part, ...below], dirname(path));
  }
  if (resource !== resource.toUpperCase()) return objectAt(tree, owner, contract);
  const event = eventPlace(tree, `${resource}.${verb}`);
  return event && objectAt(tree, [event.constant, 'data', ...owner.slice(2)], dirname(event.path));
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
  const place = placeOf(tree, owner);
  if (place === undefined) {
    const [schema = ''] = owner;
    const file = sourceOf(tree, schema, contract);
    const reason =
      file === undefined
        ? `${owner.join('.')} is not in the contract`
        : `${owner.join('.')} has variants or no fields of its own: name one of the schemas that ${file} makes it of`;
    throw new AddError(`${reason}. ${forms}`);
  }
  const { path, names } = place;
  const area = areaOf(path);
  if (namesIn(tree.read(path), ...names).includes(field)) {
    throw new AddError(`${owner.join('.')} has ${field} already`);
  }
  const isRequest = /^[a-z]/.test(target);
  const [kind, value] = typesOfJson[type] ?? ['z.unknown()', 'undefined'];
  const row = `  /** Undecided: what the field is, with its unit. */\n  ${field}: ${kind}.optional(),`;
  tree.edit(path, (text) => withItem(text, names, row));

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
      ? [`npm run add -- field <schema of the response>.${field}, if a response shows it too`]
      : []),
  ];
}
