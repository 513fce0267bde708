import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations as contractOperations } from '@org/payments-contract';
import { parse } from 'yaml';
import { root } from '../lib/workspace.ts';

/** Words that the public reference does not have. */
export interface Absence {
  readonly words: string;
  /** The operations, schemas and events without the words, as a pattern; all when left out. */
  readonly in?: string;
  /** Those that may have the words. */
  readonly except?: readonly string[];
}

/** Something that the service or the mock is held to; see the head of the file. */
export interface Obligation {
  readonly id: number | string;
  readonly says: string;
  /** The operations that it concerns: `cards.update`, `cards.*`, or `*`. */
  readonly where: readonly string[];
  /** Where it is said: a part of the specification, or an operation or schema of the reference. */
  readonly from: string;
  /** The test that proves it, as `file > title`, where it is not named by the number. */
  readonly proof?: string;
  /** Why the contract decides so, for an obligation that the sources do not state alike. */
  readonly reason?: string;
  readonly changes?: readonly string[];
  readonly absent?: readonly Absence[];
}

type Shared = Partial<Pick<Obligation, 'from' | 'where'>>;

interface RegisterFile {
  readonly compared: string;
  readonly renames: Readonly<Record<string, string>>;
  readonly keeps: readonly string[];
  readonly guides: { readonly pages: string; readonly except: string };
  readonly areas: Readonly<
    Record<string, Shared & { readonly obligations: readonly (Partial<Obligation> & Shared)[] }>
  >;
}

const file: RegisterFile = parse(readFileSync(join(root, 'docs/register.yaml'), 'utf8'));

/** The version of the newest public reference that was compared. */
export const { compared } = file;

/** Which files of a folder of guides are followed. */
export const { guides: followed } = file;

const unknownSource = 'specification and reference';

/** The obligations of each area, by its title. */
export const areas: Readonly<Record<string, readonly Obligation[]>> = Object.fromEntries(
  Object.entries(file.areas).map(
    ([title, { obligations: list, from = unknownSource, where = [] }]) => [
      title,
      list.map((each) => ({ from, where, ...each }) as Obligation),
    ],
  ),
);

/** Every obligation. */
export const obligations: readonly Obligation[] = Object.values(areas).flat();

/** Whether an obligation names an operation, alone or with its area. */
export function concerns({ where }: Obligation, operation: string): boolean {
  return where.some(
    (each) =>
      each === operation || (each.endsWith('.*') && operation.startsWith(each.slice(0, -1))),
  );
}

/** What each obligation cites of the reference; a `*` stands for any text. */
const citations = obligations.map((obligation) => {
  const [, cited = ''] = obligation.from.split('reference ');
  const names = cited.split('; ').map((each) => each.split(', ')[0] ?? '');
  return { obligation, cited: names.map((name) => ({ name, form: expressionOf(name) })) };
});

const blank = (place: string) => place.replaceAll(/\{\w+\}/g, '{}');

/** The names of operations by their method and path, whose parameters have other names elsewhere. */
const operationAt = new Map(
  contractOperations().map(({ name, row }) => [blank(`${row.method} ${row.path}`), name]),
);

/**
 * Returns the obligations that cite a part of the reference or a field of it: `POST /quotes`, `Card`,
 * `event card-state-change`. Without one, those of the part's operations.
 */
export function obligationsOn(part: string): readonly Obligation[] {
  const citing = citations.filter(({ cited }) =>
    cited.some(({ name, form }) => form.test(part) || name.startsWith(`${part}.`)),
  );
  if (citing.length > 0) return citing.map(({ obligation }) => obligation);
  const place = blank(part).replace(/^PARAMETERS /, ' ');
  const own = [...operationAt].filter(([at]) => at === place || at.endsWith(place));
  return obligations.filter((each) => own.some(([, name]) => concerns(each, name)));
}

/** Returns a document of the reference in the contract's words. */
export function inOwnWords(document: string): string {
  return Object.entries(file.renames).reduce((text, [from, to]) => {
    const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
    const forms = [
      [new RegExp(`(?<![A-Za-z])${from}(?![a-z])`, 'g'), to],
      [new RegExp(`${capital(from)}(?![a-z])`, 'g'), capital(to)],
      [new RegExp(`(?<![A-Z])${from.toUpperCase()}(?![A-Z])`, 'g'), to.toUpperCase()],
    ] as const;
    return text.replaceAll(/\w+/g, (word) =>
      file.keeps.includes(word)
        ? word
        : forms.reduce((whole, [form, name]) => whole.replaceAll(form, name), word),
    );
  }, document);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.+?()[\]{}|]/g, '\\$&');
}

export function expressionOf(pattern: string): RegExp {
  const parts = pattern.split(/(\*|\{[^{}]*,[^{}]*\})/).map((part) => {
    if (part === '*') return '.*';
    const isChoice = part.startsWith('{') && part.includes(',');
    return isChoice ? `(?:${escaped(part.slice(1, -1)).replaceAll(',', '|')})` : escaped(part);
  });
  return new RegExp(`^${parts.join('')}$`);
}

const covered = obligations.flatMap(({ changes = [] }) =>
  changes.map((pattern) => ({ pattern, form: expressionOf(pattern) })),
);

/** Returns the pattern that covers a change, which has several names; undefined for an open change. */
export function patternOn(names: readonly string[]): string | undefined {
  return covered.find(({ form }) => names.some((name) => form.test(name)))?.pattern;
}
