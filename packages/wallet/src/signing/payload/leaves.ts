import { fromCharCode, hasOwn, isArray } from '../../platform/captured.ts';

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
const HEX = '0123456789abcdef0123456789ABCDEF';
const ESCAPES = {
  __proto__: null,
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
} as unknown as Readonly<Record<string, string | undefined>>;

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
  for (let at = 0; at < name.length; at += 1) if (name[at] === '/') throw AMBIGUOUS;
  return path === '' ? name : `${path}/${name}`;
}

function hexDigit(character: string): number {
  for (let at = 0; at < HEX.length; at += 1) if (HEX[at] === character) return at % 16;
  throw NOT_JSON;
}

/** Reads a payload, from its first character to its last. */
function parseLeaves(text: string): Leaves {
  const leaves = emptyLeaves();
  let at = 0;
  const peek = () => (at < text.length ? (text[at] as string) : '');
  const next = () => {
    const character = peek();
    at += 1;
    return character;
  };
  const expect = (character: string) => {
    if (next() !== character) throw NOT_JSON;
  };
  const space = () => {
    while (peek() === ' ' || peek() === '\n' || peek() === '\r' || peek() === '\t') at += 1;
  };
  const escaped = () => {
    const name = next();
    if (name !== 'u') {
      const found = ESCAPES[name];
      if (found === undefined) throw NOT_JSON;
      return found;
    }
    let code = 0;
    for (let digit = 0; digit < 4; digit += 1) code = code * 16 + hexDigit(next());
    return fromCharCode(code);
  };
  const string = () => {
    expect('"');
    for (let read = ''; ; ) {
      const character = next();
      if (character === '"') return read;
      if (character < ' ') throw NOT_JSON;
      read += character === '\\' ? escaped() : character;
    }
  };
  /** A number, `true`, `false` or `null`. */
  const word = () => {
    let read = '';
    for (let end = false; !end; ) {
      const character = peek();
      end = character <= ' ' || character === ',' || character === '}';
      end ||= character === ']';
      if (!end) read += next();
    }
    if (read === 'true' || read === 'false' || read === 'null') return read;
    const first = read[0] ?? '';
    if (!(first === '-' || (first >= '0' && first <= '9'))) throw NOT_JSON;
    if (`${+read}` !== read) throw AMBIGUOUS;
    return `n${read}`;
  };
  const members = (path: string, end: string, depth: number) => {
    next();
    space();
    let count = 0;
    if (peek() === end) {
      next();
      return count;
    }
    for (;;) {
      space();
      let name = `${count}`;
      if (end === '}') {
        name = string();
        space();
        expect(':');
      }
      value(below(path, name), depth + 1);
      count += 1;
      space();
      const separator = next();
      if (separator === end) return count;
      if (separator !== ',') throw NOT_JSON;
    }
  };
  const value = (path: string, depth: number) => {
    if (depth > DEEPEST || path in leaves) throw AMBIGUOUS;
    leaves[path] = '';
    space();
    const character = peek();
    if (character === '"') leaves[path] = `s${string()}`;
    else if (character === '[') leaves[path] = `[${members(path, ']', depth)}`;
    else if (character === '{') {
      members(path, '}', depth);
      leaves[path] = '{';
    } else leaves[path] = word();
  };
  value('', 0);
  space();
  if (at < text.length) throw NOT_JSON;
  return leaves;
}

/** Reads the values of a payload. The payload itself is signed unchanged. */
export function readLeaves(payload: string): Leaves | typeof NOT_JSON | typeof AMBIGUOUS {
  try {
    return parseLeaves(payload);
  } catch (problem) {
    return problem === AMBIGUOUS ? AMBIGUOUS : NOT_JSON;
  }
}

function add(leaves: Leaves, path: string, value: unknown): void {
  if (typeof value === 'string') leaves[path] = `s${value}`;
  else if (typeof value === 'number') leaves[path] = `n${value}`;
  else if (typeof value !== 'object' || value === null) leaves[path] = `${value}`;
  else {
    leaves[path] = isArray(value) ? `[${value.length}` : '{';
    const members = value as Readonly<Record<string, unknown>>;
    for (const name in members) {
      if (hasOwn(members, name)) add(leaves, below(path, name), members[name]);
    }
  }
}

/** The values of a request, which is plain JSON, in the same way. */
export function leavesOf(request: unknown): Leaves {
  const leaves = emptyLeaves();
  try {
    add(leaves, '', request);
  } catch {
    // A name with a slash: such a request matches no payload.
    leaves[AMBIGUOUS] = AMBIGUOUS;
  }
  return leaves;
}
