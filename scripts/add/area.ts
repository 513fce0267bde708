import {
  addChangeset,
  addTest,
  contract,
  type Decisions,
  kebab,
  mock,
  requireOwnName,
  singular,
  upperFirst,
} from './places.ts';
import { namesIn } from './source.ts';
import { AddError, type Tree } from './tree.ts';

/** @throws AddError if the contract has a type of the name, or the mock a fixture */
function requireUnused(tree: Tree, type: string, fixture: string): void {
  const declaration = new RegExp(`\\b(?:const|interface|type|class) ${type}\\b`);
  const file = tree.find(`${contract}/**/*.ts`).find((path) => declaration.test(tree.read(path)));
  if (file !== undefined) throw new AddError(`The contract has ${type} already: ${file}`);
  const owner = tree.find(`${mock}/areas/*/index.ts`).find((path) => {
    const text = tree.read(path);
    const area = /const (\w+) = area\(/.exec(text)?.[1] ?? '';
    return namesIn(text, area, 'fixtures').includes(fixture);
  });
  if (owner !== undefined) throw new AddError(`${owner} has a fixture ${fixture} already`);
}

/** Adds a line to a list of exports, in the order of the files that they come from. */
function addExport(tree: Tree, path: string, line: string, comment = ''): void {
  const source = (exported: string) => / from '(.+)';$/.exec(exported)?.[1] ?? '';
  tree.edit(path, (text) => {
    const exports = [...text.matchAll(/^export [^;]+;$/gm)];
    const next = exports.find(([other]) => source(other) > source(line));
    // A comment above the next line belongs to it.
    const before = next === undefined ? undefined : text.lastIndexOf('\n/** ', next.index);
    const isCommented =
      before !== undefined && text.slice(before, next?.index).trim().split('\n').length === 1;
    const at = next === undefined ? text.length : isCommented ? (before ?? 0) + 1 : next.index;
    return `${text.slice(0, at)}${comment}${line}\n${text.slice(at)}`;
  });
}

/** Adds an area with a resource that can be read and listed. */
export function addArea(tree: Tree, name: string): Decisions {
  if (!/^[a-z]\w*$/.test(name)) throw new AddError(`${name} is not written as beneficialOwners`);
  if (!name.endsWith('s')) throw new AddError(`Name the area as its rows, in the plural: ${name}s`);
  requireOwnName(name);
  const one = singular(name);
  const type = upperFirst(one);
  const folder = kebab(name);
  const rows = `${contract}/areas/${folder}`;
  const parts = `${mock}/areas/${folder}`;
  if (tree.has(`${rows}/operations.ts`)) throw new AddError(`${rows} exists already`);
  requireUnused(tree, type, one);
  tree.create(
    `${rows}/schemas.ts`,
    `import { id, resource, timestamp } from '../../format/response-values.ts';
import type * as z from 'zod/mini';

const ${one}Shape = resource({
  /** \`${type}:<id>\`, assigned by the service. */
  id: id('${type}'),
  /** When the ${one} was created. */
  createdAt: timestamp,
  /** When the ${one} was last changed. */
  updatedAt: timestamp,
});

/** Undecided: what a ${one} is. */
export interface ${type} extends z.output<typeof ${one}Shape> {}
export const ${type}: z.ZodMiniType<${type}> = ${one}Shape;
`,
  );
  tree.create(
    `${rows}/operations.ts`,
    `import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { page, pageQuery } from '../../format/page.ts';
import { requestId } from '../../format/request-values.ts';
import { ${type} } from './schemas.ts';

const params = strictObject({
  /** The ${one}'s id. */
  id: requestId('${type}'),
});

/**
 * Undecided: lists the ${name}.
 *
 * @see Undecided: where it is documented, \`GET /${folder}\`
 */
export const list = operation({
  method: 'GET',
  path: '/${folder}',
  origin: 'reference',
  query: strictObject(pageQuery),
  responses: { 200: page(${type}) },
});

/**
 * Undecided: reads a ${one}.
 *
 * @see Undecided: where it is documented, \`GET /${folder}/{id}\`
 */
export const get = operation({
  method: 'GET',
  path: '/${folder}/{id}',
  origin: 'reference',
  params,
  responses: { 200: ${type} },
});
`,
  );
  tree.create(
    `${rows}/examples.ts`,
    `import type { Examples } from '../../format/call-types.ts';
import type * as operations from './operations.ts';
import type { ${type} } from './schemas.ts';

const ${one}: ${type} = {
  id: '${type}:5a0c',
  createdAt: '2026-01-05T09:00:00Z',
  updatedAt: '2026-01-05T09:00:00Z',
};

/** One example for each operation of the area. */
export const examples: Examples<typeof operations> = {
  list: { input: {}, result: { data: [${one}], hasMore: false, totalCount: 1 } },
  get: { input: { id: '${type}:5a0c' }, result: ${one} },
};
`,
  );
  addExport(
    tree,
    `${contract}/areas/index.ts`,
    `export { ${type} } from './${folder}/schemas.ts';`,
  );
  addExport(
    tree,
    `${contract}/platform.ts`,
    `export * as ${name} from './areas/${folder}/operations.ts';`,
    `/** Undecided: what ${name} are. */\n`,
  );
  tree.create(
    `${parts}/index.ts`,
    `import { ${type} } from '@org/payments-contract';
import { area } from '../../engine/area.ts';
import { fixture } from '../../engine/resource/fixture.ts';
import { resource } from '../../engine/resource/resource.ts';
import { recordOf } from '../../store/table-handle.ts';
import type { Scene } from '../../world.ts';

/** Undecided: the rules of ${name}. */
const ${name} = resource({
  name: '${name}',
  record: recordOf<${type}>(),
  id: '${type}',
});

/** Adds a ${one}. */
function add${type}(scene: Scene, fields: Partial<${type}> = {}): ${type} {
  return ${name}.view(${name}.add(scene, fields), scene.world);
}

/** Undecided: what ${name} are. */
export const ${name}Area = area({
  resources: [${name}],
  fixtures: {
    /** Undecided: adds a ${one}. */
    ${one}: fixture({ schema: ${type}, add: add${type} }),
  },
});
`,
  );
  addExport(tree, `${mock}/areas/index.ts`, `export { ${name}Area } from './${folder}/index.ts';`);
  const tests = `${parts}/${folder}.test.ts`;
  addTest(tree, tests, name, `the rules of ${name}, and test them.`);
  const flow = `e2e/flows/${folder}.test.ts`;
  addTest(tree, flow, name, `a flow that calls ${name}.list and ${name}.get with success.`);
  addChangeset(tree, folder, ['contract', 'sdk', 'mock', 'mcp']);
  return [
    `${rows}/schemas.ts: the fields of a ${one}`,
    `${rows}/operations.ts: paths, comments, errors, and the other operations (npm run add -- operation ${name}.<verb>)`,
    `${contract}/areas/index.ts: what users of the contract need`,
    `${contract}/platform.ts and ${parts}/index.ts: what ${name} are`,
    `${parts}/index.ts: filters, states and events of the resource, and its code for 404`,
    `${tests}: its rules`,
    `${flow}: a flow that calls its operations`,
  ];
}
