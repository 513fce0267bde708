import type { Change } from './changes.ts';
import type { Effect } from './field-changes.ts';
import { obligationsOn, patternOn } from './register.ts';
import type { SaidChanges } from './sentences.ts';

const headings: Readonly<Record<Effect, string>> = {
  breaks: 'Breaks the contract as it is',
  adds: 'Adds something that the contract lacks',
  relaxes: 'Allows or promises more than the contract says',
};

function hasName(schema: string | undefined): schema is string {
  return schema !== undefined && /^[A-Z]\w*$/.test(schema);
}

/**
 * The names by which a decision can name a change: the place of one operation, and the schema with
 * its field for all operations that use the schema: `Card.state: enum widened (MELTED)`.
 */
export function namesOf({ key, kind, schema, field, detail }: Change): readonly string[] {
  const last = field?.split('.').at(-1) ?? '';
  const values = detail === undefined ? '' : ` (${detail})`;
  const place = `${key}${values}`;
  return hasName(schema) && last !== '' ? [`${schema}.${last}: ${kind}${values}`, place] : [place];
}

/**
 * Returns what two changes share if they are one: the same change of the same field of a schema that
 * several operations use.
 */
function sameness({
  kind,
  effect,
  detail = '',
  schema,
  field = '',
  endpoint,
  key,
}: Change): string {
  if (kind.startsWith('status')) return [kind, key.slice(endpoint.length)].join('|');
  if (field === '') return key;
  const [name = '', parent = ''] = field.split('.').reverse();
  return [kind, effect, detail, schema ?? parent.replaceAll('[]', ''), name].join('|');
}

/** Describes changes: what each one is, and what it means; `open` are those without a decision. */
export function reportOn(changes: readonly Change[]) {
  const open = changes.filter((change) => patternOn(namesOf(change)) === undefined);
  const decided = changes.length - open.length;
  const sections = (Object.keys(headings) as Effect[]).flatMap((effect) => {
    const found = open.filter((change) => change.effect === effect);
    if (found.length === 0) return [];
    const groups = [...Map.groupBy(found, sameness).values()];
    const lines = groups.map(([change, ...others]) => {
      if (change === undefined) return '';
      const [name = '', place] = namesOf(change);
      const more = others.length === 0 ? '' : `, and at ${others.length} more places`;
      const { within = [] } = change;
      const variants = within.length === 0 ? '' : `\n    in ${within.join(', ')}`;
      const where = place === undefined ? '' : `\n    ${place}`;
      return `  ${name}${more}${where}${variants}`;
    });
    return [`${headings[effect]}: ${groups.length}\n${lines.join('\n')}`];
  });
  const end =
    open.length === 0
      ? 'Nothing is left to decide.'
      : `${open.length} left to decide: change the contract, or add a decision in docs/register.yaml that names the change.`;
  const counted = `${changes.length} differences, ${decided} of them decided.`;
  return { text: [counted, ...sections, end].join('\n\n'), open };
}

/** The obligations on a part of the reference. */
function citing(part: string): string {
  const ids = obligationsOn(part).map(({ id }) => id);
  return ids.length === 0 ? '' : ` (obligations ${ids.join(', ')})`;
}

/** Describes what a document says anew, no more, and against the register; empty if nothing. */
export function wordsReport(
  { added, removed }: SaidChanges,
  contradictions: readonly string[],
): string[] {
  const said = [...Map.groupBy(added, ({ owner }) => owner)].map(([owner, sentences]) =>
    [
      `  ${owner}${citing(owner)}`,
      ...sentences.map(({ place, text }) => `    ${place}: ${text}`),
    ].join('\n'),
  );
  const gone = [...removed].map(([owner, count]) => `  ${owner}${citing(owner)}: ${count}`);
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${title}: ${lines.length}\n${lines.join('\n')}`];
  return [
    ...section('Says something new (`--read` once it is in the register)', said),
    ...section('Says something no more', gone),
    ...section(
      'Has what the register calls absent',
      contradictions.map((each) => `  ${each}`),
    ),
  ];
}
