/** One string or number of a payload, and its property. */
interface Leaf {
  readonly name: string;
  readonly text: string;
  /** 1 for a property of the payload itself. */
  readonly depth: number;
}

/** The facts read from a payload to sign. */
export interface PayloadFacts {
  /** Whether it is a JSON object; of any other text only its characters are known. */
  readonly isReadable: boolean;
  /** The operation that the payload names, such as `cards.update`. */
  readonly operations: readonly string[];
  /** The same, and such names further inside. */
  readonly mentioned: readonly string[];
  /** The payload as text, without escapes. */
  readonly text: string;
  /** Whether a value occurs: as a whole text, as a segment of a path, or as its SHA-256 in hex. */
  has(value: string, sha256?: string): boolean;
  /** Whether a property with such a name has the value. */
  hasUnder(name: RegExp, value: string): boolean;
  /** Every uncompressed public key in hex, at any place. */
  readonly publicKeys: readonly string[];
}

const PUBLIC_KEY = /(?<![0-9a-f])04[0-9a-f]{128}(?![0-9a-f])/gi;
const OPERATION_NAMES: readonly string[] = ['operation', 'type', 'activityType', 'action'];
/** The maximum depth of a readable payload. */
const DEEPEST = 32;

/** @throws RangeError when the value is nested too deeply */
function leavesOf(value: unknown, name: string, found: Leaf[], depth = 0): Leaf[] {
  if (depth > DEEPEST) throw new RangeError('The payload is too deep.');
  if (typeof value === 'string' || typeof value === 'number') {
    found.push({ name, text: String(value), depth });
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) {
      leavesOf(child, Array.isArray(value) ? name : key, found, depth + 1);
    }
  }
  return found;
}

/** The leaves of a JSON object; undefined for any other text. */
function read(payload: string): readonly Leaf[] | undefined {
  try {
    const value: unknown = JSON.parse(payload);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? leavesOf(value, '', []) : undefined;
  } catch {
    return undefined;
  }
}

/** A string with the characters that JSON may write as `\u0030`. */
function unescaped(payload: string): string {
  return payload.replace(/\\+u([0-9a-f]{4})/gi, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function holds(text: string, value: string): boolean {
  return text === value || text.split(/[/?&=]/).includes(value);
}

/** Reads the facts of a payload, which is signed unchanged. */
export function readPayload(payload: string): PayloadFacts {
  const found = read(payload);
  const leaves = found ?? [];
  const text = unescaped(payload);
  const occurs = (value: string, under: (leaf: Leaf) => boolean) =>
    value !== '' && leaves.some((leaf) => under(leaf) && holds(leaf.text, value));
  const operations = leaves.filter(({ name }) => OPERATION_NAMES.includes(name));
  return {
    isReadable: found !== undefined,
    operations: operations.filter(({ depth }) => depth === 1).map((leaf) => leaf.text),
    mentioned: operations.map((leaf) => leaf.text),
    text,
    has: (value, sha256 = '') =>
      occurs(value, () => true) || occurs(sha256.toLowerCase(), () => true),
    hasUnder: (name, value) => occurs(value, (leaf) => name.test(leaf.name)),
    publicKeys: text.match(PUBLIC_KEY) ?? [],
  };
}
