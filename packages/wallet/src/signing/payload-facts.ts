/** One text or number of a payload, and the property it stands under. */
interface Leaf {
  readonly name: string;
  readonly text: string;
}

/** What can be read of a payload to sign. */
export interface PayloadFacts {
  /** Whether it is a JSON object; of any other text only its characters are known. */
  readonly isReadable: boolean;
  /** What the payload says it does, such as `cards.update`; empty when it does not say. */
  readonly operation: string;
  /** Whether a value occurs: as a whole text, as a segment of a path, or as its SHA-256 in hex. */
  has(value: string, sha256?: string): boolean;
  /** Whether a value stands under a property with such a name. */
  hasUnder(name: RegExp, value: string): boolean;
  /** Every uncompressed public key in hex, wherever it stands. */
  readonly publicKeys: readonly string[];
}

const PUBLIC_KEY = /(?<![0-9a-f])04[0-9a-f]{128}(?![0-9a-f])/gi;
const OPERATION_NAMES = ['operation', 'type', 'activityType', 'action'];

function leavesOf(value: unknown, name: string, found: Leaf[], depth = 0): Leaf[] {
  if (typeof value === 'string' || typeof value === 'number') {
    found.push({ name, text: String(value) });
  } else if (typeof value === 'object' && value !== null && depth < 32) {
    for (const [key, child] of Object.entries(value)) {
      leavesOf(child, Array.isArray(value) ? name : key, found, depth + 1);
    }
  }
  return found;
}

function parsed(payload: string): object | undefined {
  try {
    const value: unknown = JSON.parse(payload);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function holds(text: string, value: string): boolean {
  return text === value || text.split(/[/?&=]/).includes(value);
}

/** Reads a payload, without changing it: it is signed as it came. */
export function readPayload(payload: string): PayloadFacts {
  const object = parsed(payload);
  const leaves = object === undefined ? [] : leavesOf(object, '', []);
  const operation = OPERATION_NAMES.map((name) =>
    object !== undefined && Object.hasOwn(object, name)
      ? (object as Record<string, unknown>)[name]
      : undefined,
  ).find((value) => typeof value === 'string');
  const occurs = (value: string, under: (leaf: Leaf) => boolean) =>
    value !== '' && leaves.some((leaf) => under(leaf) && holds(leaf.text, value));
  return {
    isReadable: object !== undefined,
    operation: (operation as string | undefined) ?? '',
    has: (value, sha256 = '') =>
      occurs(value, () => true) || occurs(sha256.toLowerCase(), () => true),
    hasUnder: (name, value) => occurs(value, (leaf) => name.test(leaf.name)),
    publicKeys: payload.match(PUBLIC_KEY) ?? [],
  };
}
