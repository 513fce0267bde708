import { type OperationRow, riskOf } from '@org/payments-contract';
import { responseSchemas, subschemas } from '@org/payments-contract/internal/schema';
import * as z from 'zod';
import { byKey } from '../row-facts.ts';
import type { JsonSchema } from '../schema-types.ts';
import { featuresOf } from './features.ts';
import phrases from './phrases.json' with { type: 'json' };

/** What can be found: the operation of a tool, or one of the server itself. */
export interface Findable {
  readonly operation: string;
  readonly title: string;
  readonly inputSchema: JsonSchema;
  readonly risk: string;
  readonly row?: OperationRow | undefined;
}

type Features = ReadonlySet<string>;

/** What people say for an operation, each phrase in their words; an agent says the same for its own. */
function saidFor(operation: string): readonly string[] {
  const all: Readonly<Record<string, string>> = phrases;
  const text = all[operation] ?? all[operation.replace(/^agent\./, '')];
  return text === undefined ? [] : text.split(', ');
}

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

/** An operation as what a wish is compared with. */
interface Entry {
  readonly found: Findable;
  readonly phrases: readonly Features[];
  readonly name: Features;
  /** All of it, with the values and the states. */
  readonly whole: Features;
}

function entryOf(found: Findable): Entry {
  const { operation, title, inputSchema, row } = found;
  const said = saidFor(operation).map(featuresOf);
  const name = featuresOf(`${operation.replaceAll('.', ' ')} ${title}`);
  const states = row === undefined ? [] : statesOf(row);
  const values = featuresOf([...listedValues(inputSchema), ...states].join(' '));
  const whole = new Set([...said, name, values].flatMap((features) => [...features]));
  return { found, phrases: said, name, whole };
}

/** How much a feature counts by its kind: a meaning, a piece of a word, or a word. */
const kindOf = (feature: string) => kinds[feature.charAt(0)] ?? 1;
const kinds: Readonly<Record<string, number>> = { '=': 2, '#': 0.3 };

/** Operations as features, and how much each feature tells: one that every operation has tells nothing. */
const indexOf = byKey((all: readonly Findable[]) => {
  const entries = all.map(entryOf);
  const counts = new Map<string, number>();
  for (const { whole } of entries) {
    for (const feature of whole) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  }
  const sum = (features: Iterable<string>) => {
    let total = 0;
    for (const feature of features) {
      const count = counts.get(feature);
      if (count !== undefined) total += kindOf(feature) * Math.log(1 + all.length / count) ** 2;
    }
    return total;
  };
  const lengths = new Map<Features, number>();
  for (const { phrases: said, name } of entries) {
    for (const features of [...said, name]) lengths.set(features, Math.sqrt(sum(features)));
  }
  return { entries, sum, lengthOf: (features: Features) => lengths.get(features) || 1 };
});

/** What the nearest phrase counts, those after it, the name, and everything together. */
const weights = { nearest: 1, next: 0.5, name: 0.5, whole: 1 };

/** What only simulates is below what it simulates, unless it is asked for. */
const SIMULATION = /^(?:sandbox|cardSimulations)\./;
const asksToSimulate =
  /\b(?:simulat|sandbox|pretend|fake|emulat|as if|dummy|sample|demo|test|play money)/i;
const OTHER = 0.55;
/** What a change is worth where a wish only asks. */
const READ = 0.8;

/** Words for an end, and for one that is not. */
const asksForEnd =
  /\b(?:delet|remov|get rid|kill|revok|terminat|clos|for good|permanent|forever|destroy|wip|eras|forget|throw|cancel|reject|declin|refus|den[iy]|offboard|retir|drop|kick|log.* out\b|sign.* out\b|shut|cut off|take (?:down|out|off)|no longer|any ?more|burn|undo|call.* back|send.* back|stop)/i;
const asksForPause =
  /\b(?:for now|temporar|for a while|for the (?:moment|night)|over the|until|till|pause)/i;

/** Words that ask, and no more. */
const asksOnly =
  /^(?:please )?(?!is it possible|is there (?:a|any) way|any (?:way|chance)|wh\w+ (?:can|do|should|could) (?:i|we|one)\b)(?:wh(?:ich|o|at|ere|en)\b|how (?:much|many)|is|are|was|has|did|do(?:es)?\b|show|list|see|look|find|tell me|(?:get|give) me (?:the|all|every)|pull up|any)\b/i;

const resourceOf = ({ operation }: Findable) => operation.replace(/\.\w+$/, '');

/** Whether every call of an operation is one that cannot be undone. */
function isFinal({ row }: Findable): boolean {
  return row !== undefined && riskOf(row, {}) === 'irreversible';
}

/** The operations in the same order, but for what is final: it comes after what can be taken back. */
function withMildFirst(ordered: readonly Findable[]): readonly Findable[] {
  const isMild = (one: Findable) => /\.update\w*$/.test(one.operation) && !isFinal(one);
  const placed = new Set<Findable>();
  for (const one of ordered) {
    const mild = ordered.find((other) => isMild(other) && resourceOf(other) === resourceOf(one));
    if (mild !== undefined && isFinal(one)) placed.add(mild);
    placed.add(one);
  }
  return [...placed];
}

/**
 * Ranks operations by how near a wish is to what people say for them and to what the contract says of
 * them, the best first. What cannot be undone comes after what can be, of the same resource, unless the
 * wish asks for an end.
 */
export function ranked(all: readonly Findable[], wish: string): readonly Findable[] {
  const { entries, sum, lengthOf } = indexOf(all);
  const asked = featuresOf(wish);
  const length = Math.sqrt(sum(asked)) || 1;
  const shared = (features: Features) => sum([...asked].filter((one) => features.has(one)));
  const alike = (features: Features) => shared(features) / (lengthOf(features) * length);
  const isSimulation = asksToSimulate.test(wish);
  const isQuestion = asksOnly.test(wish);
  const isEnd = asksForEnd.test(wish) && !asksForPause.test(wish);
  const scoreOf = ({ found, phrases: said, name, whole }: Entry) => {
    const [nearest = 0, second = 0, third = 0] = said.map(alike).sort((one, two) => two - one);
    const score =
      weights.nearest * nearest +
      (weights.next * (second + third)) / 2 +
      weights.name * alike(name) +
      (weights.whole * shared(whole)) / length ** 2;
    const isLikely =
      SIMULATION.test(found.operation) === isSimulation && (isEnd || !isFinal(found));
    const isAsked = found.risk === 'reads' || !isQuestion;
    return (isAsked ? 1 : READ) * (isLikely ? 1 : OTHER) * score;
  };
  const ordered = entries
    .map((entry) => ({ found: entry.found, score: scoreOf(entry) }))
    .filter(({ score }) => score > 0)
    .sort((one, two) => two.score - one.score)
    .map(({ found }) => found);
  return isEnd ? ordered : withMildFirst(ordered);
}
