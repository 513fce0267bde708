import { hasOwn, isArray, parseJson } from '../../platform/captured.ts';

/**
 * The values of a JSON document by their path, such as `fields/state`: a string as `sFROZEN`, a number
 * as `n5`, `true`, `false` and `null` as they are, an object as `{` and an array of two as `[2`. It
 * has no prototype, and is made and read without a method that a script could have replaced.
 */
export type Leaves = Record<string, string>;

/** The text is not JSON: only its characters are known. */
export const NOT_JSON = 'not JSON';
/** JSON that two readers may read differently: a name twice, `1.0`, more than 32 levels. */
export const AMBIGUOUS = 'ambiguous';

const DEEPEST = 32;

function emptyLeaves(): Leaves {
  return { __proto__: null } as unknown as Leaves;
}

/** The leaves of a string that is not JSON. */
export function textLeaf(text: string): Leaves {
  const leaves = emptyLeaves();
  leaves[''] = `s${text}`;
  return leaves;
}

/** The path of a member; names with a slash would be ambiguous. */
function below(path: string, name: string): string {
  // Stryker disable next-line EqualityOperator: the character after the last one is undefined, which is not a slash
  for (let at = 0; at < name.length; at += 1) if (name[at] === '/') throw AMBIGUOUS;
  return path === '' ? name : `${path}/${name}`;
}

/** Adds a value and what is in it; returns how many names its objects have. */
function add(leaves: Leaves, path: string, value: unknown, depth: number): number {
  if (depth > DEEPEST) throw AMBIGUOUS;
  if (typeof value === 'string') leaves[path] = `s${value}`;
  else if (typeof value === 'number') leaves[path] = `n${value}`;
  else if (typeof value !== 'object' || value === null) leaves[path] = `${value}`;
  else {
    leaves[path] = isArray(value) ? `[${value.length}` : '{';
    const members = value as Readonly<Record<string, unknown>>;
    let names = 0;
    for (const name in members) {
      if (!hasOwn(members, name)) continue;
      names += add(leaves, below(path, name), members[name], depth + 1);
      if (leaves[path] === '{') names += 1;
    }
    return names;
  }
  return 0;
}

/** Counts the names in a text that is JSON; a number in another form than `JSON.stringify`'s throws. */
function namesIn(text: string): number {
  let names = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (character === ':') names += 1;
    if (character === '"') {
      for (at += 1; text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
    }
    if (character !== '-' && !(character >= '0' && character <= '9')) continue;
    let number = '';
    for (let end = false; !end; ) {
      const digit = text[at] ?? '';
      end = digit <= ' ' || digit === ',' || digit === '}' || digit === ']';
      if (!end) number += digit;
      at += 1;
    }
    at -= 2;
    if (`${+number}` !== number) throw AMBIGUOUS;
  }
  return names;
}

/** Reads the values of a payload. The payload itself is signed unchanged. */
export function readLeaves(payload: string): Leaves | typeof NOT_JSON | typeof AMBIGUOUS {
  const leaves = emptyLeaves();
  try {
    const names = add(leaves, '', parseJson(payload), 0);
    // A name that occurs twice is one property of what was read.
    return namesIn(payload) === names ? leaves : AMBIGUOUS;
  } catch (problem) {
    return problem === AMBIGUOUS ? AMBIGUOUS : NOT_JSON;
  }
}

/** The values of a request, which is plain JSON, in the same way. */
export function leavesOf(request: unknown): Leaves {
  const leaves = emptyLeaves();
  try {
    add(leaves, '', request, 0);
  } catch {
    // A name with a slash: such a request matches no payload.
    leaves[AMBIGUOUS] = AMBIGUOUS;
  }
  return leaves;
}
