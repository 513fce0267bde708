import { contract } from './places.ts';
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
  const file = new RegExp(`^export \\* as ${resource} from '\\./([^']+)';$`, 'm').exec(list)?.[1];
  if (file === undefined) {
    throw new AddError(`${contract}/${client}.ts has no ${resource}: add the area first`);
  }
  return { path: `${contract}/${file}`, resource, client, verb };
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
