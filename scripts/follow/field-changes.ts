import type { Field } from './fields.ts';

/** What a change means to those who use the contract as it is. */
export type Effect =
  /** A call that works today is refused, or its result is not what the contract says. */
  | 'breaks'
  /** Something new, which a client that lacks it can ignore. */
  | 'adds'
  /** The service allows or promises more than the contract has. */
  | 'relaxes';

export type Place = 'request' | 'result';

/** One thing that differs between two descriptions of a field. */
export interface Found {
  readonly kind: string;
  readonly effect: Effect;
  readonly detail?: string;
  /** The variants in which it is so, if not in all. */
  readonly within?: readonly string[];
}

/** What was added to a list and what was removed from it, each as one finding. */
function listed(
  ours: readonly string[],
  theirs: readonly string[],
  added: Found,
  removed: Found,
): Found[] {
  return [
    { ...added, detail: theirs.filter((value) => !ours.includes(value)).join(', ') },
    { ...removed, detail: ours.filter((value) => !theirs.includes(value)).join(', ') },
  ].filter(({ detail }) => detail !== '');
}

function requirement(place: Place, ours: Field, theirs: Field): Found[] {
  if (ours.isRequired === theirs.isRequired) return [];
  // The contract leaves more fields of results optional than the service promises, on purpose.
  if (place === 'result' && theirs.isRequired) return [];
  const isBreaking = (place === 'request') === theirs.isRequired;
  const kind = theirs.isRequired ? 'required now' : 'optional now';
  return [{ kind, effect: isBreaking ? 'breaks' : 'relaxes' }];
}

function valueChanges(place: Place, { values: ours }: Field, { values: theirs }: Field): Found[] {
  const isRequest = place === 'request';
  if (ours === undefined) {
    const effect = isRequest ? 'breaks' : 'adds';
    return theirs === undefined ? [] : [{ kind: 'enum given', effect, detail: theirs.join(', ') }];
  }
  if (theirs === undefined) {
    return [{ kind: 'enum dropped', effect: 'relaxes', detail: ours.join(', ') }];
  }
  const removed = isRequest ? 'breaks' : 'relaxes';
  const widened = { kind: 'enum widened', effect: 'adds' } as const;
  return listed(ours, theirs, widened, { kind: 'enum narrowed', effect: removed });
}

function typeChanges(place: Place, ours: Field, theirs: Field): Found[] {
  if (ours.types.length === 0 || theirs.types.length === 0) return [];
  const [before, after] = [ours.types.join(' | '), theirs.types.join(' | ')];
  if (before === after) return [];
  const accepts = (wide: readonly string[], narrow: readonly string[]) =>
    narrow.every((type) => wide.includes(type) || (type === 'integer' && wide.includes('number')));
  const isFine =
    place === 'request' ? accepts(theirs.types, ours.types) : accepts(ours.types, theirs.types);
  return [
    { kind: 'type changed', effect: isFine ? 'relaxes' : 'breaks', detail: `${before} → ${after}` },
  ];
}

/** Formats that state how a number is stored, which JSON does not show. */
const storage: ReadonlySet<unknown> = new Set(['int32', 'int64', 'float', 'double']);

/** The least and the greatest length of what a pattern of characters and their counts matches. */
function lengthsOf(pattern: string): readonly number[] {
  const [, inside] = /^\^([^()|]*)\$$/.exec(pattern) ?? [];
  if (inside === undefined) return [];
  const parts = inside.matchAll(/(?:\[[^\]]*\]|\\.|[^\\[])(?:\{(\d+)(?:(,)(\d*))?\}|([?*+]))?/g);
  const bounds = [...parts].map(([, from, comma, to, sign = '']): readonly number[] => {
    if (from === undefined) return [/[?*]/.test(sign) ? 0 : 1, /[*+]/.test(sign) ? Infinity : 1];
    return [Number(from), comma === undefined ? Number(from) : Number(to || Infinity)];
  });
  return [0, 1].map((end) => bounds.reduce((sum, each) => sum + (each[end] ?? 0), 0));
}

/**
 * Returns whether a limit is the contract's own way to write what the document says in another way:
 * that a string is not empty, and the form of a date as a pattern.
 */
function isOwnForm(name: string, ours: Field, theirs: Field): boolean {
  if (name === 'format' && storage.has(theirs.limits.format)) return true;
  const [least = -1, greatest = -1] =
    theirs.limits.pattern === ours.limits.pattern ? lengthsOf(String(theirs.limits.pattern)) : [];
  if (name === 'minLength' && Number(theirs.limits.minLength) <= least) return true;
  if (name === 'maxLength' && greatest !== -1 && Number(theirs.limits.maxLength) >= greatest)
    return true;
  if (theirs.limits[name] !== undefined) return false;
  if (name === 'minLength') return ours.limits.minLength === 1;
  if (name === 'format') return ours.limits.pattern !== undefined;
  return name === 'pattern' && ours.limits.format !== undefined;
}

/** Limits of a result are only descriptions: the contract's results have none. */
function limitChanges(place: Place, ours: Field, theirs: Field): Found[] {
  if (place === 'result') return [];
  const names = new Set([...Object.keys(ours.limits), ...Object.keys(theirs.limits)]);
  const details = [...names].sort().flatMap((name) => {
    const [before, after] = [ours.limits[name], theirs.limits[name]];
    return before === after || isOwnForm(name, ours, theirs)
      ? []
      : [`${name} ${before ?? 'none'} → ${after ?? 'none'}`];
  });
  if (details.length === 0) return [];
  const isLooser = details.every((detail) => detail.endsWith(' → none'));
  const effect = isLooser ? 'relaxes' : 'breaks';
  return [{ kind: 'limit changed', effect, detail: details.join(', ') }];
}

/** Whether `null` and a deprecation are what the contract says. */
function markChanges(place: Place, ours: Field, theirs: Field): Found[] {
  const isRefused = place === 'request' && ours.isNullable && !theirs.isNullable;
  const isNew = !ours.isNullable && theirs.isNullable;
  const effect = place === 'result' ? 'breaks' : 'relaxes';
  return [
    ...(isRefused ? [{ kind: 'null refused now', effect: 'breaks' } as const] : []),
    ...(isNew ? [{ kind: 'null allowed now', effect } as const] : []),
    ...(theirs.isDeprecated && !ours.isDeprecated
      ? [{ kind: 'deprecated now', effect: 'adds' } as const]
      : []),
  ];
}

/** `type` of the variant `type CARD`. */
function discriminator(variant: string): string {
  return variant.split(' ')[0] ?? '';
}

/** Compares the variants that have a field, where both sides tell them apart by the same field. */
export function variantChanges(ours: Field, theirs: Field): Found[] {
  const [before, after] = [ours, theirs].map(({ variants }) =>
    [...variants.keys()].map(discriminator),
  );
  const shared = ({ variants }: Field) =>
    [...variants.keys()].filter((variant) =>
      [before, after].every((names) => names?.includes(discriminator(variant))),
    );
  const added = { kind: 'variant added', effect: 'adds' } as const;
  return listed(shared(ours), shared(theirs), added, { kind: 'variant removed', effect: 'breaks' });
}

/** What differs between two descriptions of one field, apart from the variants that have it. */
function differences(place: Place, ours: Field, theirs: Field): Found[] {
  return [
    ...requirement(place, ours, theirs),
    ...typeChanges(place, ours, theirs),
    ...valueChanges(place, ours, theirs),
    ...limitChanges(place, ours, theirs),
    ...markChanges(place, ours, theirs),
  ];
}

/** What differs in the whole field, and what differs in some of its variants only. */
export function allDifferences(path: string, place: Place, ours: Field, theirs: Field): Found[] {
  const shared = [...ours.variants].flatMap(([name, field]) => {
    const other = theirs.variants.get(name);
    return other === undefined ? [] : [{ name, found: differences(place, field, other) }];
  });
  const isEach = shared.length > 0 && shared.length === ours.variants.size;
  const whole = differences(place, ours, theirs).filter(
    ({ kind }) => kind !== 'limit changed' || !isEach,
  );
  const parts = shared.flatMap(({ name, found }) =>
    found
      .filter(({ kind }) => !whole.some((each) => each.kind === kind))
      // The field that tells variants apart has one value in each.
      .filter(
        ({ kind }) =>
          !(
            kind.startsWith('enum') &&
            ours.variants.size > 1 &&
            path.endsWith(discriminator(name))
          ),
      )
      .map((each) => ({ ...each, within: [name] })),
  );
  const alike = Map.groupBy(parts, ({ kind, detail }) => `${kind} ${detail}`);
  const groups = [...alike.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ...first, within: group.flatMap(({ within }) => within) }] : [];
  });
  return [...whole, ...groups];
}
