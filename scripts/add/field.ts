import {
  addChangeset,
  addTest,
  areaOf,
  contract,
  type Decisions,
  kebab,
  lowerFirst,
  testsOf,
} from './places.ts';
import { namesIn, withItem } from './source.ts';
import { AddError, type Tree } from './tree.ts';

/** The file and the constant of a schema: `Card` is the constant `cardShape`. */
function schemaOf(tree: Tree, schema: string): { readonly path: string; readonly name: string } {
  const names = [`${lowerFirst(schema)}Shape`, schema];
  const files = tree.find(`${contract}/areas/*/*.ts`).filter((path) => !path.endsWith('.test.ts'));
  for (const name of names) {
    const declares = new RegExp(`const ${name} = (?:resource|z\\s*\\.strictObject)\\(\\{`);
    const path = files.find((file) => declares.test(tree.read(file)));
    if (path !== undefined) return { path, name };
  }
  throw new AddError(
    `${schema} is not a schema of an area. Name a response (Card) or a body (cardCreate) as the contract does.`,
  );
}

/** Adds a field to a schema: its row, its example and a test. */
export function addField(tree: Tree, target: string): Decisions {
  const [, schema = '', field = ''] = /^(\w+)\.([a-z]\w*)$/.exec(target) ?? [];
  if (field === '') throw new AddError('Write the field as <schema>.<field>: Card.nickname');
  const { path, name } = schemaOf(tree, schema);
  const area = areaOf(path);
  if (namesIn(tree.read(path), name).includes(field))
    throw new AddError(`${schema} has ${field} already`);
  const row = `  /** Undecided: what the field is, with its unit. */\n  ${field}: z.string().optional(),`;
  tree.edit(path, (text) => withItem(text, [name], row));

  const examples = `${contract}/areas/${area}/examples.ts`;
  const example = new RegExp(`const (\\w+): ${schema} = \\{`).exec(
    tree.has(examples) ? tree.read(examples) : '',
  )?.[1];
  if (example !== undefined) {
    tree.edit(examples, (text) => withItem(text, [example], `  ${field}: 'undecided',`));
  }
  const tests = testsOf(tree, area);
  addTest(tree, tests, target, `what the mock does with ${target}, and test it.`);
  addChangeset(tree, kebab(`${area}-${field}`), ['contract', 'sdk', 'mock']);
  return [
    `${path}: the type of ${field}, its doc comment, and whether it is optional`,
    ...(example === undefined ? [] : [`${examples}: its value in the example`]),
    `${tests}: what the mock does with it`,
  ];
}
