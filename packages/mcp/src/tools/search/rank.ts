import { type OperationRow, riskOf } from '@org/payments-contract';
import { responseSchemas, subschemas } from '@org/payments-contract/internal/schema';
import * as z from 'zod';
import { byKey } from '../row-facts.ts';
import type { JsonSchema } from '../schema-types.ts';
import { asksOnly, featuresOf } from './features.ts';
import phrases from './phrases.json' with { type: 'json' };

/** What can be found: the operation of a tool, or one of the server itself. */
export interface Findable {
  readonly operation: string;
  readonly title: string;
  /** What it does, in the words of the contract. */
  readonly purpose: string;
  readonly inputSchema: JsonSchema;
  readonly risk: string;
  readonly row?: OperationRow | undefined;
}

/** What people say for an operation, each phrase in their words; an agent says the same for its own. */
function saidFor(operation: string): readonly string[] {
  const all: Readonly<Record<string, string>> = phrases;
  const text = all[operation] ?? all[operation.replace(/^agent\./, '')];
  return text === undefined ? [] : text.split(', ');
}

/** The values that a schema lists, such as FAILED: all of a request, and those of a result that are known. */
function listedValues(schema: JsonSchema): string[] {
  const { enum: all = [], known = [] } = schema as Record<'enum' | 'known', string[] | undefined>;
  return [...all, ...known, ...subschemas(schema).flatMap(([child]) => listedValues(child))];
}

/**
 * The values that a wish for an operation may name: those of what is sent, its codes, and where it reads,
 * those of what comes back. Only a wish that names a value asks for them.
 */
const valuesOf = byKey(({ inputSchema, risk, row }: Findable): ReadonlySet<string> => {
  const schemas = (row === undefined || risk !== 'reads' ? [] : responseSchemas(row)).map(
    (one) => z.toJSONSchema(one, { unrepresentable: 'any' }) as JsonSchema,
  );
  return new Set([...[inputSchema, ...schemas].flatMap(listedValues), ...(row?.errors ?? [])]);
});

/** A value as it is written in the API: `FAILED`. */
const VALUE = /\b[A-Z][A-Z\d]{2,}(?:_[A-Z\d]+)*\b/g;
/** How much it counts that an operation has a value that is asked for, and few others have. */
const VALUE_WEIGHT = 3;

const resourceOf = ({ operation }: Findable) => operation.replace(/\.\w+$/, '');

/** `list` of `internalAccounts.listPlatform`: what is done, whatever it is done to. */
const verbOf = ({ operation }: Findable) => /([a-z]+)[^.]*$/.exec(operation)?.[1] ?? '';

/** How often each feature is said for an operation, for all of a resource, or for all of a verb. */
class Sayings {
  readonly #counts = new Map<string, number>();
  #total = 0;

  add(features: Iterable<string>): void {
    for (const feature of features) {
      this.#counts.set(feature, (this.#counts.get(feature) ?? 0) + 1);
      this.#total += 1;
    }
  }

  /** The part of what is said that a feature has; of little that is said, it is less certain. */
  shareOf(feature: string, doubt = 0): number {
    return (this.#counts.get(feature) ?? 0) / (this.#total + doubt);
  }
}

/** An operation as what a wish is compared with. */
interface Entry {
  readonly found: Findable;
  readonly own: Sayings;
  readonly resource: Sayings;
  readonly verb: Sayings;
}

/** What is said for an operation counts, what is said for its resource and its verb, and for any. */
const weights = { own: 0.8, resource: 0.3, verb: 0.2, any: 0.3 };
/** So little is said for an operation that one phrase more or less is chance. */
const DOUBT = 250;

/** How much a feature counts by its kind: a meaning, two words, a piece of a word, or a word. */
const kindOf = (feature: string) => kinds[feature.charAt(0)] ?? 1;
const kinds: Readonly<Record<string, number>> = { '=': 1.6, '+': 0.4, '#': 0.3 };

/** The operations with what is said for each. */
const indexOf = byKey((all: readonly Findable[]) => {
  const any = new Sayings();
  const shared = new Map<string, Sayings>();
  const sharedBy = (name: string) => {
    const sayings = shared.get(name) ?? new Sayings();
    shared.set(name, sayings);
    return sayings;
  };
  const entries = all.map((found): Entry => {
    const own = new Sayings();
    const resource = sharedBy(`of ${resourceOf(found)}`);
    const verb = sharedBy(`to ${verbOf(found)}`);
    const name = `${found.operation.replaceAll('.', ' ')} ${found.title}`;
    for (const text of [...saidFor(found.operation), found.purpose, name]) {
      const features = featuresOf(text);
      for (const sayings of [own, resource, verb, any]) sayings.add(features);
    }
    return { found, own, resource, verb };
  });
  /** By how much a feature is likelier for each operation than for any, as logarithms. */
  const compared = (feature: string): Float64Array => {
    const anyShare = any.shareOf(feature);
    const share = ({ own, resource, verb }: Entry) =>
      weights.own * own.shareOf(feature, DOUBT) +
      weights.resource * resource.shareOf(feature, DOUBT) +
      weights.verb * verb.shareOf(feature, DOUBT);
    const log = (entry: Entry) => Math.log(weights.any + share(entry) / anyShare);
    return Float64Array.from(entries, (entry) => kindOf(feature) * log(entry));
  };
  const kept = new Map<string, Float64Array>();
  /** How likely a wish is said for each operation: what is compared is kept, as wishes are alike. */
  const likelihoods = (asked: ReadonlySet<string>): Float64Array => {
    const sums = new Float64Array(entries.length);
    const known = [...asked].filter((feature) => any.shareOf(feature) > 0);
    // Pieces that many words share say nothing without a word: of a misspelt one most are known.
    const isPiece = (feature: string) => feature.startsWith('#');
    const pieces = known.filter(isPiece).length;
    const isStray = pieces === known.length && 2 * pieces < [...asked].filter(isPiece).length;
    for (const feature of isStray ? [] : known) {
      const logs = kept.get(feature) ?? compared(feature);
      kept.set(feature, logs);
      for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) + (logs[at] ?? 0);
    }
    return sums;
  };
  return { entries, likelihoods };
});

/** What only simulates is below what it simulates, unless it is asked for. */
const SIMULATION = /^(?:sandbox|cardSimulations)\./;
const asksToSimulate =
  /\b(?:simulat|sandbox|pretend|fake|emulat|as if|dummy|sample|demo|test|play money)/i;
const OTHER = 0.55;
/** What a change is worth where a wish only asks. */
const READ = 0.9;

/** Words for an end, and for one that is not. */
const asksForEnd =
  /\b(?:delet|remov|get rid|kill|revok|terminat|clos|for good|permanent|forever|destroy|wip|eras|forget|throw|cancel|reject|declin|refus|den[iy]|offboard|retir|drop|kick|log.* out\b|sign.* out\b|shut|cut off|take (?:down|out|off)|no longer|any ?more|burn|undo|call.* back|send.* back|stop)/i;
/** Words for what can be taken back, whatever else a wish says: an account may be trusted again. */
const asksForPause =
  /\b(?:for now|trust\b|temporar|for a while|for the (?:moment|night)|over the|until|till|pause)/i;

/** Whether every call of an operation is one that cannot be undone. */
export function isFinal({ row }: Findable): boolean {
  return row !== undefined && riskOf(row, {}) === 'irreversible';
}

/** So many operations are what a wish may mean. */
const BEST = 5;

/** The operations in the same order, but for what is final: it comes after a change that can be taken back. */
function withMildFirst(ordered: readonly Findable[]): readonly Findable[] {
  const milds = ordered.filter((one) => one.risk !== 'reads' && !isFinal(one));
  const isUpdate = ({ operation }: Findable) => /\.update\w*$/.test(operation);
  const best = new Set(ordered.slice(0, BEST));
  const placed = new Set<Findable>();
  for (const one of ordered) {
    for (const mild of isFinal(one) ? milds : []) {
      const isOfSame = resourceOf(mild) === resourceOf(one);
      const counts = [isUpdate(mild), isOfSame, best.has(mild)].filter(Boolean).length;
      if (counts > 1) placed.add(mild);
    }
    placed.add(one);
  }
  return [...placed];
}

/**
 * Ranks operations by how likely people say a wish for them, the best first: what is done and what it is
 * done to are learnt from the phrases of all operations that share it (naive Bayes). What cannot be undone
 * comes after what can be, of the same resource or an update among the best, unless the wish asks for an end.
 */
export function ranked(all: readonly Findable[], wish: string): readonly Findable[] {
  const { entries, likelihoods } = indexOf(all);
  const likely = likelihoods(featuresOf(wish));
  for (const value of wish.match(VALUE) ?? []) {
    const having = entries.flatMap(({ found }, at) => (valuesOf(found).has(value) ? [at] : []));
    const worth = VALUE_WEIGHT * Math.log(1 + entries.length / having.length);
    for (const at of having) likely[at] = (likely[at] ?? 0) + worth;
  }
  const isSimulation = asksToSimulate.test(wish);
  const isQuestion = asksOnly.test(wish);
  const isEnd = asksForEnd.test(wish) && !asksForPause.test(wish);
  const factorOf = (found: Findable) =>
    (SIMULATION.test(found.operation) === isSimulation ? 1 : OTHER) *
    (found.risk === 'reads' || !isQuestion ? 1 : READ);
  const ordered = entries
    .map(({ found }, at) => ({ found, score: factorOf(found) * (likely[at] ?? 0) }))
    // Of a wish without a known word nothing is.
    .filter(({ score }) => score !== 0)
    .sort((one, two) => two.score - one.score)
    .map(({ found }) => found);
  return isEnd ? ordered : withMildFirst(ordered);
}
