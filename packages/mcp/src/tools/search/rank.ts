import { type OperationRow, riskOf } from '@org/payments-contract';
import { responseSchemas, subschemas } from '@org/payments-contract/internal/schema';
import * as z from 'zod';
import { byKey } from '../row-facts.ts';
import type { JsonSchema, ObjectSchema } from '../schema-types.ts';
import { type Intent, rootsOf, type Wish } from './wish.ts';

/** What can be found: the operation of a tool, or one of the server itself. */
export interface Findable {
  readonly operation: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly risk: string;
  readonly row?: OperationRow | undefined;
}

/** What a word counts in each place where an operation has it. */
const weights = { resource: 5, verb: 4, title: 2.5, values: 2, text: 1, fields: 1, states: 0.7 };

/** The values that a schema lists, such as FAILED. */
function listedValues(schema: JsonSchema): string[] {
  const { enum: own = [] } = schema as { readonly enum?: readonly unknown[] };
  return [...own.map(String), ...subschemas(schema).flatMap(([child]) => listedValues(child))];
}

/** States and codes in what an operation responds with. */
const statesOf = byKey((row: OperationRow): string[] => {
  const schemas = responseSchemas(row).map((one) =>
    z.toJSONSchema(one, { unrepresentable: 'any' }),
  );
  return [...schemas.flatMap((one) => listedValues(one as JsonSchema)), ...row.errors];
});

/** An operation as words with their weight. */
interface Entry {
  readonly found: Findable;
  readonly words: ReadonlyMap<string, number>;
}

function entryOf(found: Findable): Entry {
  const { operation, title, description, inputSchema, row } = found;
  const [resource = '', verb = ''] = operation.split('.').slice(-2);
  const { properties } = inputSchema as ObjectSchema;
  const places = {
    resource,
    verb,
    title,
    text: description,
    values: listedValues(inputSchema).join(' '),
    fields: Object.keys(properties).join(' '),
    states: row === undefined ? '' : statesOf(row).join(' '),
  };
  const words = new Map<string, number>();
  for (const [place, text] of Object.entries(places)) {
    for (const root of new Set(rootsOf(text))) {
      words.set(root, (words.get(root) ?? 0) + weights[place as keyof typeof weights]);
    }
  }
  return { found, words };
}

/** Operations as words, and how rare each word is: one that every operation has says nothing. */
const indexOf = byKey((all: readonly Findable[]) => {
  const entries = all.map(entryOf);
  const counts = new Map<string, number>();
  for (const { words } of entries) {
    for (const word of words.keys()) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const rarity = (word: string) => Math.log(1 + all.length / (1 + (counts.get(word) ?? 0)));
  return { entries, rarity };
});

const verbs: readonly (readonly [Intent, RegExp])[] = [
  ['end', /\.(?:delete|revoke|cancel|reject|burn)/],
  ['add', /\.(?:create|link|upload|register|start|challenge|mint|issue)/],
];

/** What an operation does. */
function intentsOf({ operation, risk }: Findable): Intent[] {
  if (risk === 'reads') return ['read'];
  const found = verbs.filter(([, verb]) => verb.test(operation)).map(([intent]) => intent);
  const own: Intent[] = found.length > 0 ? found : ['change', 'pause'];
  // Some calls of an update are final, such as that which closes a card.
  if (risk === 'irreversible' && !own.includes('end')) return [...own, 'end'];
  return risk === 'moves-money' ? [...own, 'pay'] : own;
}

/** Whether every call of an operation is one that cannot be undone. */
function isFinal({ row }: Findable): boolean {
  return row !== undefined && riskOf(row, {}) === 'irreversible';
}

/** How much an operation counts of a resource that the wish does not name, while it names another one. */
const ELSEWHERE = 0.55;

const resourceRoots = (one: Findable) => rootsOf(resourceOf(one));

const resourceOf = ({ operation }: Findable) => operation.replace(/\.\w+$/, '');

/** What only simulates is below what it simulates, unless it is asked for. */
const SIMULATION = /^(?:sandbox|cardSimulations)\./;

/** How much it counts that an operation does what the wish is first of all about to do, or also. */
const FIRST = 1.5;
const ALSO = 1.1;
const OTHER = 0.6;

function fitOf(found: Findable, [first, ...others]: readonly Intent[]): number {
  const own = intentsOf(found);
  if (first === undefined) return 1;
  if (own.includes(first)) return FIRST;
  return own.some((intent) => others.includes(intent)) ? ALSO : OTHER;
}

/** What each word of a name counts that the wish does not have. */
const UNASKED = 0.12;

/** The operations in the same order, but for what is final: it comes after what can be taken back. */
function withMildFirst(scored: readonly Findable[]): readonly Findable[] {
  const isMild = (one: Findable) => intentsOf(one).includes('pause') && !isFinal(one);
  const placed = new Set<Findable>();
  for (const one of scored) {
    const sameResource = (other: Findable) => resourceOf(other) === resourceOf(one);
    const mild = scored.find((other) => isMild(other) && sameResource(other));
    if (mild !== undefined && isFinal(one)) placed.add(mild);
    placed.add(one);
  }
  return [...placed];
}

/**
 * Ranks operations by a wish, the best first. What cannot be undone comes after what can be, of the same
 * resource, unless the wish asks for an end.
 */
export function ranked(all: readonly Findable[], wish: Wish): readonly Findable[] {
  const { entries, rarity } = indexOf(all);
  const { intents } = wish;
  const asked = new Set(wish.parts.flatMap(({ meanings }) => meanings.flat()));
  const namesResource = all.some((one) => resourceRoots(one).some((root) => asked.has(root)));
  const score = ({ found, words }: Entry) => {
    const scoreOf = (meaning: readonly string[]) => {
      const sum = meaning.reduce((all, word) => all + rarity(word) * (words.get(word) ?? 0), 0);
      return sum / Math.sqrt(Math.max(1, meaning.length));
    };
    const sum = wish.parts.reduce(
      (all, { meanings }) => all + Math.max(...meanings.map(scoreOf)),
      0,
    );
    const isNamed = resourceRoots(found).some((root) => asked.has(root));
    const place = isNamed || !namesResource ? 1 : ELSEWHERE;
    const unasked = new Set(rootsOf(found.operation).filter((word) => !asked.has(word))).size;
    const isSimulation = SIMULATION.test(found.operation);
    // A simulation does what the wish says, whatever that is.
    const fit = isSimulation && wish.isSimulation ? FIRST : fitOf(found, intents);
    const weight = isSimulation === wish.isSimulation ? 1 : isSimulation ? 0.4 : 0.6;
    return (sum * fit * weight * place) / (1 + UNASKED * unasked);
  };
  const scored = entries
    .map((entry) => ({ found: entry.found, score: score(entry) }))
    .filter((one) => one.score > 0)
    .sort((left, right) => right.score - left.score)
    .map(({ found }) => found);
  return intents.includes('end') && !intents.includes('pause') ? scored : withMildFirst(scored);
}
