import {
  addChangeset,
  addTest,
  areaOf,
  contract,
  type Decisions,
  kebab,
  mock,
  testsOf,
  upperFirst,
} from './places.ts';
import { resourcePlace } from './rows.ts';
import { hasList, withImport, withItem } from './source.ts';
import { AddError, type Tree } from './tree.ts';

const methods: Readonly<Record<string, string>> = {
  get: 'GET',
  list: 'GET',
  create: 'POST',
  update: 'PATCH',
  delete: 'DELETE',
};

/** The path of one resource of a file of rows, and its parameter: `/cards/{id}`. */
function itemPathIn(text: string): { readonly path: string; readonly parameter: string } {
  const paths = [...text.matchAll(/'(\/[^'{]*\{(\w+)\})[^']*'/g)];
  const [found] = paths.toSorted(([, one = ''], [, other = '']) => one.length - other.length);
  const [, path, parameter] = found ?? [];
  if (path === undefined || parameter === undefined) {
    throw new AddError('No row of the file has a path with a parameter to copy from');
  }
  return { path, parameter };
}

interface Place {
  readonly operation: string;
  readonly path: string;
  readonly area: string;
  readonly resource: string;
  readonly verb: string;
}

function addRow(tree: Tree, { path, operation, verb }: Place): string {
  const text = tree.read(path);
  const item = itemPathIn(text);
  const method = methods[verb] ?? 'POST';
  const isItem = verb !== 'list' && verb !== 'create';
  const own = verb in methods ? item.path : `${item.path}/${kebab(verb)}`;
  const address = isItem ? own : item.path.slice(0, item.path.lastIndexOf('/'));
  const schema = /responses: \{ 20\d: ([A-Z]\w+) \}/.exec(text)?.[1];
  const hasParams = text.includes('const params = ');
  const params = hasParams
    ? '  params,\n'
    : `  params: z.strictObject({\n    /** Undecided: what the parameter is. */\n    ${item.parameter}: z.string().min(1),\n  }),\n`;
  const isWrite = method !== 'GET';
  const name = verb === 'delete' ? 'deleteOne' : verb;
  const row = `
/**
 * Undecided: what the operation does.
 *
 * @see Undecided: where it is documented, \`${method} ${address}\`
 */
${verb === 'delete' ? '' : 'export '}const ${name} = operation({
  method: '${method}',
  path: '${address}',
  origin: 'reference',
${isWrite ? "  risk: 'irreversible',\n" : ''}${isItem ? params : ''}  responses: { 200: ${schema ?? 'null'} },
${isWrite ? "  reconcile: byHand('Undecided: how to find out whether a lost write was applied.'),\n" : ''}});
${verb === 'delete' ? `\nexport { ${name} as delete };\n` : ''}`;
  tree.edit(path, (before) => {
    const reconciled = isWrite ? withImport(before, 'byHand', '../../format/reconcile.ts') : before;
    return `${reconciled}${row}`;
  });
  if (!text.includes('operation({'))
    throw new AddError(`${path} declares no ${operation} to copy from`);
  return schema ?? '';
}

function addExample(tree: Tree, place: Place, schema: string): void {
  const { path, area, verb } = place;
  const examples = `${contract}/areas/${area}/examples.ts`;
  const constant = path.endsWith('/operations.ts') ? 'examples' : place.resource;
  const text = tree.read(examples);
  const { parameter } = itemPathIn(tree.read(path));
  const id = new RegExp(`\\b${parameter}: ('[^']+')`).exec(text)?.[1];
  const input = id === undefined ? '' : `${parameter}: ${id}`;
  const result = new RegExp(`const (\\w+): ${schema || 'never'}\\b`).exec(text)?.[1];
  const item = `  ${verb}: { input: { ${input} }, result: ${result ?? 'undefined'} },`;
  tree.edit(examples, (before) => withItem(before, [constant], item));
}

/** Adds code of its own for a verb that no declaration of a resource can carry out. */
function addBehaviour(tree: Tree, place: Place): string | undefined {
  const { area, operation, resource, verb, path } = place;
  const index = `${mock}/areas/${area}/index.ts`;
  const text = tree.read(index);
  const from = new RegExp(`import \\{[^}]*\\b${resource}\\b[^}]*\\} from '(\\./[^']+)';`).exec(
    text,
  )?.[1];
  if (verb in methods && from !== undefined) return undefined;
  const name = `${verb}${upperFirst(resource)}`;
  const { parameter } = itemPathIn(tree.read(path));
  const file = `${kebab(verb)}.ts`;
  const body =
    from === undefined
      ? `import { plain } from '../../engine/behaviour.ts';
import { exampleResult } from '../../engine/default-behaviour.ts';

/** Undecided: what \`${operation}\` changes. Until then the response is the contract's example. */
export const ${name} = plain<'${operation}'>({
  run: (call) => exampleResult(call as never),
});
`
      : `import { plain } from '../../engine/behaviour.ts';
import { ${resource} } from '${from}';

/** Undecided: what \`${operation}\` changes. Until then the resource stays as it is. */
export const ${name} = plain<'${operation}'>({
  run(call) {
    const record = ${resource}.requireLive(call, call.input.${parameter});
    return { body: ${resource}.view(record, call.world) };
  },
});
`;
  tree.create(`${mock}/areas/${area}/${file}`, body);
  const owner = /const (\w+) = area\(/.exec(text)?.[1] ?? '';
  const item = `'${operation}': ${name},`;
  tree.edit(index, (before) => {
    const added = hasList(before, owner, 'operations')
      ? withItem(before, [owner, 'operations'], item)
      : withItem(before, [owner], `operations: { ${item} },`);
    return withImport(added, name, `./${file}`);
  });
  return `${mock}/areas/${area}/${file}`;
}

/** Adds an operation to a resource: row, example, behaviour, test and flow. */
export function addOperation(tree: Tree, operation: string): Decisions {
  const { path, resource, verb } = resourcePlace(tree, operation);
  const isDeclared = new RegExp(`const ${verb} = |\\b\\w+ as ${verb}\\b`).test(tree.read(path));
  if (isDeclared) throw new AddError(`${path} has ${operation} already`);
  const place = { operation, path, area: areaOf(path), resource, verb };
  const schema = addRow(tree, place);
  addExample(tree, place, schema);
  const behaviour = addBehaviour(tree, place);
  const tests = testsOf(tree, place.area);
  addTest(tree, tests, operation, `the rules of ${operation}, and test them.`);
  const flow = `e2e/flows/${place.area}.test.ts`;
  addTest(tree, flow, operation, `a flow that calls ${operation} with success, over HTTP.`);
  addChangeset(tree, kebab(operation.replaceAll('.', '-')), ['contract', 'sdk', 'mock', 'mcp']);
  return [
    `${path}: comment, method, path, origin, risk (the gravest until decided), query or body, responses, errors, whether it is signed or carries an idempotency key, and how a lost write is found again`,
    `${contract}/areas/${place.area}/examples.ts: its input and its result`,
    ...(behaviour === undefined ? [] : [`${behaviour}: what the mock changes`]),
    `${tests}: its rules`,
    `${flow}: a flow that calls it`,
  ];
}
