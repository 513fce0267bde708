import { closestNames } from './closest-names.ts';
import { missingFunctions, type OptionKinds } from './option-kinds.ts';

/** One option that is wrong. */
export interface OptionIssue {
  readonly path: string;
  /** Such as `expected a function`. */
  readonly message: string;
}

interface UnknownOption {
  readonly name: string;
  readonly guess: string | undefined;
}

function unknownNames(
  options: object,
  known: OptionKinds,
  elsewhere: OptionPlace['elsewhere'] = {},
): UnknownOption[] {
  const guessOf = (name: string) =>
    Object.hasOwn(elsewhere, name)
      ? elsewhere[name]
      : closestNames(name, Object.keys(known), 1 / 2)[0];
  return Object.keys(options)
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => ({ name, guess: guessOf(name) }));
}

const hint = (guess: string | undefined) =>
  guess === undefined ? '' : `; did you mean \`${guess}\`?`;

function wrongValues(options: object, known: OptionKinds): OptionIssue[] {
  const given = options as Readonly<Record<string, unknown>>;
  return Object.entries(known).flatMap(([path, kind]) => {
    if (kind === true) return [];
    const value = given[path];
    if (value === undefined) {
      return kind.isRequired ? [{ path, message: `is missing; expected ${kind.expected}` }] : [];
    }
    return kind.accepts(value) ? [] : [{ path, message: `expected ${kind.expected}` }];
  });
}

/** One issue for each option whose name is not known, or whose value is of another kind. */
export function optionIssues(options: object, known: OptionKinds): OptionIssue[] {
  const unknown = unknownNames(options, known).map(({ name, guess }) => ({
    path: name,
    message: `is not an option${hint(guess)}`,
  }));
  return [...unknown, ...wrongValues(options, known)];
}

/** Where options were given: to which function, and in which of its options. */
export interface OptionPlace {
  /** The name of the function. */
  readonly of: string;
  /** The option that holds the object, such as `passkey`. */
  readonly in?: string;
  /** Names that such options have in other libraries, and those that they have here. */
  readonly elsewhere?: Readonly<Record<string, string>>;
}

/** The checks of a package, which throw an error of its own. */
export interface OptionChecks {
  /**
   * Refuses options that are not an object, names that are not known, because an option with a
   * misspelt name has no effect, and values of another kind.
   */
  readonly checkOptions: (options: unknown, known: OptionKinds, place: OptionPlace) => void;
  /**
   * Checks that an object has the functions that will be called, so that another kind of object is
   * found before it is used. `expected` describes what to pass, such as `a \`Pool\` of \`pg\``.
   */
  readonly checkFunctions: (
    value: unknown,
    functions: readonly string[],
    of: { readonly option: string; readonly expected: string },
  ) => void;
  /**
   * Checks the argument of a `fetch` function that was mounted: a server may pass a request of its
   * own, such as Express's, or a context that holds the request, such as Hono's.
   */
  readonly checkRequest: (request: unknown, adapter: string) => void;
}

type Refusal = (option: string, message: string, action: string) => Error;

function checkOptions(refusal: Refusal): OptionChecks['checkOptions'] {
  return (options, known, place) => {
    const names = Object.keys(known).join(', ');
    if (typeof options !== 'object' || options === null || Array.isArray(options)) {
      const what = place.in === undefined ? 'options' : `\`${place.in}\``;
      const message = `The ${what} of ${place.of} must be an object.`;
      throw refusal(place.in ?? 'options', message, `Pass an object with: ${names}.`);
    }
    const pathOf = (name: string) => (place.in === undefined ? name : `${place.in}.${name}`);
    const [unknown] = unknownNames(options, known, place.elsewhere);
    if (unknown !== undefined) {
      const { name, guess } = unknown;
      throw refusal(
        pathOf(name),
        `\`${pathOf(name)}\` is not an option of ${place.of}${hint(guess) || '.'}`,
        guess === undefined ? `Remove it. The options are: ${names}.` : `Write \`${guess}\`.`,
      );
    }
    const [wrong] = wrongValues(options, known);
    if (wrong === undefined) return;
    const option = pathOf(wrong.path);
    const message = `\`${option}\` of ${place.of} is not valid: ${wrong.message}.`;
    throw refusal(option, message, `Correct \`${option}\`.`);
  };
}

function checkFunctions(refusal: Refusal): OptionChecks['checkFunctions'] {
  return (value, functions, { option, expected }) => {
    const missing = missingFunctions(value, functions);
    if (missing.length === 0) return;
    const names = missing.map((name) => `\`${name}\``).join(', ');
    const message = `\`${option}\` does not have the function${missing.length > 1 ? 's' : ''} ${names}.`;
    throw refusal(option, message, `Pass ${expected}.`);
  };
}

function checkRequest(refusal: Refusal): OptionChecks['checkRequest'] {
  return (request, adapter) => {
    const { headers, method, url, arrayBuffer } = Object(request) as Partial<Request>;
    const isRequest =
      typeof headers?.get === 'function' &&
      typeof arrayBuffer === 'function' &&
      typeof method === 'string' &&
      typeof url === 'string';
    if (isRequest) return;
    throw refusal(
      'request',
      '`fetch` was called with something other than a `Request` of the Fetch standard.',
      `With node:http or Express, mount \`nodeHandler\` of ${adapter}; with Hono, pass \`context.req.raw\`.`,
    );
  };
}

/** The checks of options, parts and requests, which throw what `refusal` creates. */
export function optionChecks(refusal: Refusal): OptionChecks {
  return {
    checkOptions: checkOptions(refusal),
    checkFunctions: checkFunctions(refusal),
    checkRequest: checkRequest(refusal),
  };
}
