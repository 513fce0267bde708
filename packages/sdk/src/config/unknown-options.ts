import type { InputIssue } from '@org/payments-contract';
import { ConfigurationError } from '../errors/caller-errors.ts';

/** The names of the options of a type; a list that lacks one does not compile. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/**
 * The number of single-character edits between two names, ignoring case. The contract has the same
 * function; importing it would load the whole contract with the entries for webhooks and undici.
 */
function distance(from: string, to: string): number {
  const [a, b] = [from.toLowerCase(), to.toLowerCase()];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The known name that differs least from a misspelt one, unless it differs much. */
export function closest(name: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, edits: distance(name, candidate) }))
    .sort((one, other) => one.edits - other.edits);
  const [best] = ranked;
  return best !== undefined && best.edits <= Math.max(2, name.length / 2)
    ? best.candidate
    : undefined;
}

interface UnknownOption {
  readonly name: string;
  readonly guess: string | undefined;
}

function unknownNames(options: object, known: Readonly<Record<string, true>>): UnknownOption[] {
  return Object.keys(options)
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => ({ name, guess: closest(name, Object.keys(known)) }));
}

const hint = (guess: string | undefined) =>
  guess === undefined ? '' : `; did you mean \`${guess}\`?`;

/** One issue for each option whose name is not known, with the closest name that is. */
export function unknownOptions(
  options: object,
  known: Readonly<Record<string, true>>,
): InputIssue[] {
  return unknownNames(options, known).map(({ name, guess }) => ({
    path: name,
    message: `is not an option${hint(guess)}`,
  }));
}

/** Where options were given: to which function, and in which of its options. */
interface Place {
  /** The name of the function. */
  readonly of: string;
  /** The option that holds the object, such as `passkey`. */
  readonly in?: string;
}

/**
 * Refuses options that are not an object, and names that are not known: an option with a misspelt
 * name has no effect.
 *
 * @throws ConfigurationError
 */
export function checkOptionNames(
  options: unknown,
  known: Readonly<Record<string, true>>,
  place: Place,
): asserts options is object {
  const names = Object.keys(known).join(', ');
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    const what = place.in === undefined ? 'options' : `\`${place.in}\``;
    const message = `The ${what} of ${place.of} must be an object.`;
    throw new ConfigurationError(place.in ?? 'options', message, `Pass an object with: ${names}.`);
  }
  const [wrong] = unknownNames(options, known);
  if (wrong === undefined) return;
  const { name, guess } = wrong;
  const option = place.in === undefined ? name : `${place.in}.${name}`;
  throw new ConfigurationError(
    option,
    `\`${option}\` is not an option of ${place.of}${hint(guess) || '.'}`,
    guess === undefined ? `Remove it. The options are: ${names}.` : `Write \`${guess}\`.`,
  );
}
