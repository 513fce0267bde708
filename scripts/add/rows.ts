import { contract, suggestion } from './places.ts';
import { AddError, type Tree } from './tree.ts';

/** Where the rows of a resource are: `cards`, `agent.transfers`. */
export interface ResourcePlace {
  /** The file of the rows. */
  readonly path: string;
  readonly resource: string;
  readonly client: 'platform' | 'agent';
}

/** Finds the file of an operation's rows, by the lists of the clients. */
export function resourcePlace(tree: Tree, operation: string): ResourcePlace & { verb: string } {
  const [, prefix, resource = '', verb = ''] =
    /^(agent\.)?(\w+)\.([a-z]\w*)$/.exec(operation) ?? [];
  if (verb === '') throw new AddError('Write the operation as <resource>.<verb>: cards.melt');
  const client = prefix === undefined ? 'platform' : 'agent';
  const list = tree.read(`${contract}/${client}.ts`);
  const files = new Map(
    [...list.matchAll(/^export \* as (\w+) from '\.\/([^']+)';$/gm)].map(([, name = '', path]) => [
      name,
      path,
    ]),
  );
  const file = files.get(resource);
  if (file === undefined) {
    const meant = suggestion(resource, [...files.keys()]) || ': add the area first';
    throw new AddError(`${contract}/${client}.ts has no ${resource}${meant}`);
  }
  return { path: `${contract}/${file}`, resource, client, verb };
}

const identity = (method: string, path: string) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;

/** Returns the file and the constant of the row that has a request, whatever its parameters are called. */
export function rowOf(tree: Tree, method: string, path: string): string | undefined {
  const wanted = identity(method, path);
  const row = /const (\w+) = operation\(\{\s*method: '([A-Z]+)',\s*path:\s*'([^']+)'/g;
  for (const file of tree.find(`${contract}/areas/*/*.ts`)) {
    const found = [...tree.read(file).matchAll(row)].find(
      ([, , known = '', address = '']) => identity(known, address) === wanted,
    );
    if (found !== undefined) return `${file} has ${found[1]}`;
  }
  return undefined;
}

/** The file of a row, and the constant it is declared as: `delete` is exported under another name. */
export function rowPlace(tree: Tree, operation: string) {
  const { path, verb } = resourcePlace(tree, operation);
  const text = tree.read(path);
  const alias = new RegExp(`export \\{ (\\w+) as ${verb} \\}`).exec(text)?.[1];
  const constant = alias ?? verb;
  if (!new RegExp(`const ${constant} = `).test(text)) {
    throw new AddError(`${path} has no row for ${operation}`);
  }
  return { path, constant };
}
