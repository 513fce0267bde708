import { operations } from '@org/payments-contract';
import { type Exported, kinds } from './api-export.ts';

/** Lines on one page: an entry with more has several pages. */
const MAX_LINES = 640;
/** Exports of a resource that are worth a page of their own. */
const MIN_EXPORTS = 4;

/** The exports of an entry that are shown on one page. */
export interface ApiModule {
  /** The name in its heading and address; empty for an entry with one page. */
  readonly name: string;
  readonly exported: readonly Exported[];
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function singular(text: string): string {
  return text.replace(/ies$/, 'y').replace(/s$/, '');
}

/** The beginnings of names that belong to a resource, longest first: `CardSimulations` before `Card`. */
function resourceStems(): readonly (readonly [stem: string, resource: string])[] {
  const paths = new Set(operations().map(({ name }) => name.split('.').slice(0, -1).join('.')));
  const stems = [...paths].flatMap((path) => {
    const plural = path.split('.').map(capitalized).join('');
    const resource = path.replaceAll('.', '-');
    return [plural, singular(plural)].map((stem) => [stem, resource] as const);
  });
  return stems.toSorted(([one], [two]) => two.length - one.length);
}

function resourceOf(name: string, stems: ReturnType<typeof resourceStems>): string | undefined {
  const text = capitalized(name);
  const found = stems.find(
    ([stem]) => text.startsWith(stem) && !/^[a-z]/.test(text.slice(stem.length)),
  );
  return found?.[1];
}

function linesOf({ code, comment }: Exported): number {
  return code.split('\n').length + comment.split('\n').length + 6;
}

function linesIn(exported: readonly Exported[]): number {
  return exported.reduce((sum, one) => sum + linesOf(one), 0);
}

/** Divides what would be too long for one page, in alphabetical order. */
function divided(name: string, exported: readonly Exported[]): ApiModule[] {
  const parts: Exported[][] = [[]];
  for (const one of exported) {
    const part = parts.at(-1) ?? [];
    if (part.length > 0 && linesIn(part) + linesOf(one) > MAX_LINES) parts.push([one]);
    else part.push(one);
  }
  return parts.map((part, index) => ({
    name: index === 0 ? name : `${name}-${index + 1}`,
    exported: part,
  }));
}

/** What belongs to no resource, by kind: kinds that fit on a page together share it. */
function byKind(exported: readonly Exported[]): ApiModule[] {
  const pages: { names: string[]; exported: Exported[] }[] = [];
  for (const kind of kinds) {
    const members = exported.filter((one) => one.kind === kind);
    const last = pages.at(-1);
    if (members.length === 0) continue;
    if (last !== undefined && linesIn(last.exported) + linesIn(members) <= MAX_LINES) {
      last.names.push(kind.toLowerCase());
      last.exported.push(...members);
    } else pages.push({ names: [kind.toLowerCase()], exported: members });
  }
  return pages.flatMap(({ names, exported: members }) => divided(names.join('-'), members));
}

/**
 * The pages of an entry: one, or one for each resource of the service and some for what belongs to no
 * resource.
 */
export function modulesOf(exported: readonly Exported[]): readonly ApiModule[] {
  const sorted = exported.toSorted((one, two) => one.name.localeCompare(two.name));
  if (linesIn(sorted) <= MAX_LINES) return [{ name: '', exported: sorted }];
  const stems = resourceStems();
  const groups = Map.groupBy(sorted, ({ name }) => resourceOf(name, stems));
  const resources = [...groups].filter(
    ([resource, members]) => resource !== undefined && members.length >= MIN_EXPORTS,
  );
  const placed = new Set(resources.flatMap(([, members]) => members));
  return [
    ...resources
      .toSorted(([one = ''], [two = '']) => one.localeCompare(two))
      .flatMap(([name = '', members]) => divided(name, members)),
    ...byKind(sorted.filter((one) => !placed.has(one))),
  ];
}
