import {
  addChangeset,
  addTest,
  areaOf,
  contract,
  type Decisions,
  kebab,
  mock,
  obligations,
  requireOwnName,
  singular,
  testsOf,
  upperFirst,
} from './places.ts';
import { resourcePlace, rowOf } from './rows.ts';
import { hasList, namesIn, withImport, withItem } from './source.ts';
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

/** The request of an operation, as its documentation has it. */
interface Request {
  readonly method: string;
  readonly address: string;
}

/** Reads `POST /cards/{id}/melt`. @throws AddError */
function requestOf(text: string): Request {
  const [, method, address] =
    /^(GET|POST|PATCH|PUT|DELETE) ((?:\/(?:[\w.-]+|\{[a-z]\w*\}))+)$/.exec(text) ?? [];
  if (method === undefined || address === undefined) {
    throw new AddError('Write the request as its documentation has it: "POST /cards/{id}/melt"');
  }
  return { method, address };
}

/** The request that a verb usually has, beside the rows of its file: `POST /cards/{id}/melt`. */
function usualRequest(text: string, verb: string): Request {
  const item = itemPathIn(text);
  const isItem = verb !== 'list' && verb !== 'create';
  const own = verb in methods ? item.path : `${item.path}/${kebab(verb)}`;
  const address = isItem ? own : item.path.slice(0, item.path.lastIndexOf('/'));
  return { method: methods[verb] ?? 'POST', address };
}

interface Place {
  readonly request: Request;
  readonly operation: string;
  readonly path: string;
  readonly area: string;
  readonly resource: string;
  readonly verb: string;
}

/** The schema of a parameter: that of an id where the contract has ids of its name. */
function parameterSchema(tree: Tree, path: string, name: string): string {
  const files = name === 'id' ? [path] : [path, ...tree.find(`${contract}/areas/*/*.ts`)];
  const ids = new RegExp(`\\b${name}: (requestId\\('\\w+'\\))[,;]`);
  const found = files
    .map((file) => ids.exec(tree.read(file))?.[1])
    .find((one) => one !== undefined);
  return found ?? 'nonEmpty';
}

/** The parameters of a path, by the constant of the file if it declares exactly these. */
function paramsOf(tree: Tree, path: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const text = tree.read(path);
  const declared = hasList(text, 'params') ? namesIn(text, 'params') : [];
  if (declared.join() === names.join()) return '  params,\n';
  const fields = names.map((name) => {
    const schema = parameterSchema(tree, path, name);
    return `    /** Undecided: what the parameter is. */\n    ${name}: ${schema},\n`;
  });
  return `  params: strictObject({\n${fields.join('')}  }),\n`;
}

/** The imports that the parameters of a row need. */
function usedBy(params: string): (readonly [name: string, from: string])[] {
  const values = '../../format/request-values.ts';
  const homes = [
    ['strictObject', '../../format/objects.ts'],
    ['requestId', values],
    ['nonEmpty', values],
  ] as const;
  return homes.filter(([name]) => new RegExp(`\\b${name}\\b`).test(params));
}

function parametersIn({ address }: Request): string[] {
  return [...address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** The file of an area's examples. */
function examplesOf(area: string): string {
  return `${contract}/areas/${area}/examples.ts`;
}

function addRow(tree: Tree, { path, area, operation, verb, request }: Place): string {
  const text = tree.read(path);
  const { method, address } = request;
  const examples = tree.read(examplesOf(area));
  const schemas = [...text.matchAll(/responses: \{ 20\d: ([A-Z]\w+) \}/g)].map(
    ([, one = '']) => one,
  );
  const schema = schemas.find((one) => new RegExp(`const \\w+: ${one}\\b`).test(examples));
  const params = paramsOf(tree, path, parametersIn(request));
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
${isWrite ? "  risk: 'irreversible',\n" : ''}${params}  responses: { 200: ${schema ?? 'null'} },
${isWrite ? "  reconcile: byHand('Undecided: how to find out whether a lost write was applied.'),\n" : ''}});
${verb === 'delete' ? `\nexport { ${name} as delete };\n` : ''}`;
  const imports = [
    ...(isWrite ? [['byHand', '../../format/reconcile.ts'] as const] : []),
    ...usedBy(params),
  ];
  tree.edit(
    path,
    (before) =>
      `${imports.reduce((whole, [one, from]) => withImport(whole, one, from), before)}${row}`,
  );
  if (!text.includes('operation({'))
    throw new AddError(`${path} declares no ${operation} to copy from`);
  return schema ?? '';
}

function addExample(tree: Tree, place: Place, schema: string): void {
  const { path, area, verb } = place;
  const examples = examplesOf(area);
  const constant = path.endsWith('/operations.ts') ? 'examples' : place.resource;
  const text = tree.read(examples);
  const others = tree.find(`${contract}/areas/*/examples.ts`).map((file) => tree.read(file));
  const input = parametersIn(place.request)
    .map((name) => {
      const value = new RegExp(`\\b${name}: ('[^']+')`);
      const files = name === 'id' ? [text] : [text, ...others];
      const known = files.map((file) => value.exec(file)?.[1]).find((one) => one !== undefined);
      return `${name}: ${known ?? "'Undecided: a realistic value'"}`;
    })
    .join(', ');
  const result = new RegExp(`const (\\w+): ${schema || 'never'}\\b`).exec(text)?.[1];
  const item = `  ${verb}: { input: { ${input} }, result: ${result ?? 'undefined'} },`;
  tree.edit(examples, (before) => withItem(before, [constant], item));
}

/** Adds code of its own for a verb that no declaration of a resource can carry out. */
function addBehaviour(tree: Tree, place: Place): string | undefined {
  const { area, operation, resource, verb } = place;
  const index = `${mock}/areas/${area}/index.ts`;
  const text = tree.read(index);
  const from = new RegExp(`import \\{[^}]*\\b${resource}\\b[^}]*\\} from '(\\./[^']+)';`).exec(
    text,
  )?.[1];
  const isOwn = text.includes(`const ${resource} = resource(`);
  if (verb in methods && (isOwn || from !== undefined)) return undefined;
  const name = `${verb}${upperFirst(singular(resource))}`;
  const [parameter] = parametersIn(place.request).slice(-1);
  const file = isOwn ? index : `${mock}/areas/${area}/operations.ts`;
  const isExample = !(isOwn || from !== undefined) || parameter === undefined;
  const imports: readonly (readonly [name: string, from: string])[] = [
    ['plain', '../../engine/behaviour.ts'],
    ...(isExample ? [['exampleResult', '../../engine/default-behaviour.ts'] as const] : []),
    ...(isExample || from === undefined ? [] : [[resource, from] as const]),
  ];
  const body = isExample
    ? `
/** Undecided: what \`${operation}\` changes. Until then the response is the contract's example. */
export const ${name} = plain<'${operation}'>({
  run: (call) => exampleResult(call as never),
});
`
    : `
/** Undecided: what \`${operation}\` changes. Until then the resource stays as it is. */
export const ${name} = plain<'${operation}'>({
  run(call) {
    const record = ${resource}.requireLive(call, call.input.${parameter});
    return { body: ${resource}.view(record, call.world) };
  },
});
`;
  if (!tree.has(file)) tree.create(file, '\n');
  tree.edit(file, (before) => {
    const whole = imports.reduce(
      (source, [each, module]) => withImport(source, each, module),
      before,
    );
    // What index.ts declares is above the area, which uses it.
    const at = isOwn
      ? whole.search(/\n(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export const \w+ = area\(/)
      : -1;
    return at < 0 ? `${whole}${body}` : `${whole.slice(0, at)}${body}${whole.slice(at)}`;
  });
  const owner = /const (\w+) = area\(/.exec(text)?.[1] ?? '';
  const item = `'${operation}': ${name},`;
  tree.edit(index, (before) => {
    const added = hasList(before, owner, 'operations')
      ? withItem(before, [owner, 'operations'], item)
      : withItem(before, [owner], `operations: { ${item} },`);
    return isOwn ? added : withImport(added, name, './operations.ts');
  });
  return file;
}

/**
 * Adds an operation to a resource: row, example, behaviour, test and flow.
 *
 * @param documented its method and path; those that the verb usually has when left out
 */
export function addOperation(tree: Tree, operation: string, documented?: string): Decisions {
  const { path, resource, verb } = resourcePlace(tree, operation);
  const isDeclared = new RegExp(`const ${verb} = |\\b\\w+ as ${verb}\\b`).test(tree.read(path));
  if (isDeclared) throw new AddError(`${path} has ${operation} already`);
  requireOwnName(verb);
  const request =
    documented === undefined ? usualRequest(tree.read(path), verb) : requestOf(documented);
  const other = rowOf(tree, request.method, request.address);
  if (other !== undefined) {
    throw new AddError(`${request.method} ${request.address} is a row already: ${other}`);
  }
  const place = { operation, path, area: areaOf(path), resource, verb, request };
  const schema = addRow(tree, place);
  addExample(tree, place, schema);
  const behaviour = addBehaviour(tree, place);
  const tests = testsOf(tree, place.area);
  addTest(tree, tests, operation, `the rules of ${operation}, and test them.`);
  const flow = `e2e/flows/${place.area}.test.ts`;
  addTest(tree, flow, operation, `a flow that calls ${operation} with success.`);
  addChangeset(tree, place.area, ['contract', 'sdk', 'mock', 'mcp']);
  return [
    `${path}: comment, method, path, origin, risk (the gravest until decided), query or body, responses, errors, whether it is signed or carries an idempotency key, and how a lost write is found again`,
    `${contract}/areas/${place.area}/examples.ts: its input and its result`,
    ...(behaviour === undefined ? [] : [`${behaviour}: what the mock changes`]),
    `${tests}: its rules`,
    `${flow}: a flow that calls it`,
    obligations,
    'packages/mock/test/whole/error-codes.test.ts: a scenario for each code that does not follow from the row',
    'scripts/docs/examples/scenes.ts: what its example needs besides the resources that it names',
    'packages/contract/src/format/risk.test.ts: its name, if it moves money or raises authority',
  ];
}
