import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addEvent } from '../add/event.ts';
import { addField } from '../add/field.ts';
import { addOperation } from '../add/operation.ts';
import { contract, type Decisions, lowerFirst, upperFirst } from '../add/places.ts';
import { AddError, type Tree } from '../add/tree.ts';
import type { Change } from './changes.ts';
import { isJson } from './fields.ts';
import { likelyArea, rowFiles, sameness } from './report.ts';
import { identity } from './surface.ts';

/** What was written for the changes of a document, and what is left to write by hand. */
export interface Written {
  readonly decisions: Decisions;
  /** Changes for which there is no stub, with the reason. */
  readonly byHand: readonly { readonly change: Change; readonly reason: string }[];
}

/** The paths of a document as it writes them: `/cards/{id}/melt` by `POST /cards/{}/melt`. */
function pathsOf(document: unknown): ReadonlyMap<string, string> {
  const paths = isJson(document) && isJson(document.paths) ? document.paths : {};
  return new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(isJson(item) ? item : {}).map((method) => [identity(method, path), path]),
    ),
  );
}

const itemVerbs: Readonly<Record<string, string>> = {
  GET: 'get',
  PATCH: 'update',
  PUT: 'replace',
  DELETE: 'delete',
};
const listVerbs: Readonly<Record<string, string>> = { GET: 'list', POST: 'create' };

function camel(words: string): string {
  return lowerFirst(words.split(/[-_]/).map(upperFirst).join(''));
}

/** The verb of a path: that of an item, of a list, or the last word of a path below an item. */
function verbOf(method: string, path: string): string {
  const parts = path.split('/').filter(Boolean);
  const words = parts.filter((part) => !part.startsWith('{'));
  const last = camel(words.at(-1) ?? '');
  const isItem = parts.at(-1)?.startsWith('{') === true;
  const isBelowItem = parts.slice(0, -1).some((part) => part.startsWith('{'));
  const verb = (isItem ? itemVerbs : listVerbs)[method] ?? '';
  if (!isBelowItem) return verb || last;
  return method === 'POST' ? last : `${verb}${upperFirst(last)}`;
}

/** The resource whose rows a file has: `agent.quotes` of `areas/agent/quotes.ts`. */
function resourceIn(tree: Tree, file: string): string {
  const own = file.slice(`${contract}/`.length);
  for (const [list, prefix] of [
    ['platform', ''],
    ['agent', 'agent.'],
  ] as const) {
    for (const [, name, from] of tree
      .read(`${contract}/${list}.ts`)
      .matchAll(/export \* as (\w+) from '\.\/([^']+)'/g)) {
      if (from === own) return `${prefix}${name}`;
    }
  }
  throw new AddError(`${file} is not the file of a resource`);
}

function writeOperation(tree: Tree, change: Change, root: string, path: string): Decisions {
  const file = likelyArea(change.endpoint, rowFiles(root));
  if (!file.startsWith(contract)) {
    throw new AddError(`no area has paths like it: npm run add -- area <rows>`);
  }
  const [method = ''] = change.endpoint.split(' ');
  const verb = verbOf(method, path);
  return addOperation(tree, `${resourceIn(tree, file)}.${verb}`, `${method} ${path}`);
}

/** The constant of the body that a row sends: `cardUpdate` of `PATCH /cards/{}`. */
function bodyOf(endpoint: string, root: string): string | undefined {
  const file = rowFiles(root).get(endpoint);
  if (file === undefined) return undefined;
  const text = readFileSync(join(root, file), 'utf8');
  const row = text.split(/\boperation\(\{/).find((part) => {
    const [, method = '', path = ''] = /method: '([A-Z]+)',\s*path:\s*'([^']+)'/.exec(part) ?? [];
    return identity(method, path) === endpoint;
  });
  return /\bbody: (\w+),/.exec(row ?? '')?.[1];
}

function writeField(tree: Tree, change: Change, root: string): Decisions {
  const { schema = '', field = '', key, endpoint } = change;
  const isOfBody = / request /.test(key) && !/[.[]/.test(field);
  const name = /^[A-Z]\w*$/.test(schema) ? schema : isOfBody ? bodyOf(endpoint, root) : undefined;
  if (name === undefined) throw new AddError('its object has no name in the contract');
  return addField(tree, `${name}.${field.split('.').at(-1) ?? ''}`, change.types?.[0]);
}

/** Writes the stubs of what a document adds: operations, fields and events. */
export function writeStubs(
  tree: Tree,
  changes: readonly Change[],
  document: unknown,
  root: string,
): Written {
  const paths = pathsOf(document);
  const decisions: string[] = [];
  const byHand: { change: Change; reason: string }[] = [];
  // A field of a schema is reported for each operation that has it, and written once.
  const firsts = [...Map.groupBy(changes, sameness).values()].flatMap(([first]) => first ?? []);
  for (const change of firsts) {
    const { kind, endpoint } = change;
    const write = (): Decisions => {
      if (kind === 'operation added') {
        return writeOperation(tree, change, root, paths.get(endpoint) ?? '');
      }
      if (kind === 'event added') return addEvent(tree, endpoint.slice('event '.length));
      if (/^(?:required )?field added$/.test(kind)) return writeField(tree, change, root);
      throw new AddError('it changes what the contract has');
    };
    try {
      decisions.push(...tree.together(write));
    } catch (error) {
      if (!(error instanceof AddError)) throw error;
      byHand.push({ change, reason: error.message });
    }
  }
  return { decisions: [...new Set(decisions)], byHand };
}
