/** What a later script could do with a replaced function. */
export interface LanguageLoot {
  /** The functions through which it saw a private key or the lineage of a session. */
  readonly keys: string[];
  /** The functions through which it saw bytes of the length of a scalar or of a shared secret. */
  readonly secrets: string[];
  /** The functions through which it saw a payload, before it was compared or stamped. */
  readonly payloads: string[];
}

/** How deep a script would look into a value. */
const DEPTH = 6;

/** Whether a value is, or leads to, something that opens a session. */
function leadsToKey(value: unknown, depth = DEPTH, seen = new Set<unknown>()): boolean {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  if (value instanceof CryptoKey) return value.type === 'private';
  if (depth === 0 || seen.has(value) || value instanceof Node || value === window) return false;
  seen.add(value);
  for (let at: object | null = value; at !== null; at = Object.getPrototypeOf(at)) {
    const isOwn = at === value;
    const owner = Object.getOwnPropertyDescriptor(at, 'constructor')?.value as unknown;
    // The getters of a class of the wallet are in reach too, those of the platform lead nowhere.
    if (!isOwn && /\[native code\]/.test(String(owner))) return false;
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (name === 'lineage' && typeof property.value === 'string') return true;
      try {
        const member = property.get === undefined ? property.value : property.get.call(value);
        if (leadsToKey(member, depth - 1, seen)) return true;
      } catch {
        // A getter of another object.
      }
    }
  }
  return false;
}

/** What the tests' payloads have in common, in every form that is JSON. */
const PAYLOAD = /"timestampMs"/;
const decoder = new TextDecoder();

/** Whether a value is 32 bytes, or an object with them. */
function isSecret(value: unknown, depth = 3): boolean {
  if (value instanceof ArrayBuffer || value instanceof Uint8Array) return value.byteLength === 32;
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  const members = Object.values(Object.getOwnPropertyDescriptors(value));
  return members.some((member) => isSecret(member.value, depth - 1));
}

/** Whether a value is a payload, its bytes, or an object with them. */
function hasPayload(value: unknown, depth = 3): boolean {
  if (typeof value === 'string') return PAYLOAD.test(value);
  if (value instanceof Uint8Array) return PAYLOAD.test(decoder.decode(value));
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  const members = Object.values(Object.getOwnPropertyDescriptors(value));
  return members.some((member) => hasPayload(member.value, depth - 1));
}

type Method = (...args: unknown[]) => unknown;
type Prototypes = Readonly<
  Record<string, readonly [owner: object, names: readonly (string | symbol)[]]>
>;

const owners: Prototypes = {
  Promise: [Promise.prototype, ['then', 'catch', 'finally']],
  Map: [Map.prototype, ['get', 'set', 'has']],
  WeakMap: [WeakMap.prototype, ['get', 'set']],
  Set: [Set.prototype, ['add', 'has']],
  Array: [
    Array.prototype,
    [
      ...['includes', 'indexOf', 'some', 'every', 'map', 'filter', 'find', 'push', 'slice', 'at'],
      ...['join', 'concat', Symbol.iterator],
    ],
  ],
  'Map iterator': [Map.prototype, [Symbol.iterator]],
  'Set iterator': [Set.prototype, [Symbol.iterator]],
  'String iterator': [String.prototype, [Symbol.iterator]],
  Object: [
    Object,
    ['assign', 'freeze', 'keys', 'values', 'entries', 'fromEntries', 'defineProperty', 'is'],
  ],
  Reflect: [Reflect, ['apply', 'get', 'ownKeys', 'construct']],
  window: [window, ['structuredClone']],
  Function: [Function.prototype, ['call', 'apply', 'bind']],
  Response: [Response.prototype, ['json', 'text', 'arrayBuffer']],
  JSON: [JSON, ['parse', 'stringify']],
  TextEncoder: [TextEncoder.prototype, ['encode', 'encodeInto']],
  String: [
    String.prototype,
    [
      ...['match', 'matchAll', 'slice', 'split', 'replace', 'isWellFormed', 'startsWith', 'trim'],
      ...['endsWith', 'includes', 'indexOf', 'charCodeAt', 'codePointAt', 'substring', 'concat'],
    ],
  ],
  RegExp: [RegExp.prototype, ['exec', 'test', Symbol.match, Symbol.replace]],
};

/** Replaces the functions, and records what passes through each of them until `stop` is called. */
export function hookLanguage(): LanguageLoot & { readonly stop: () => void } {
  const loot: LanguageLoot = { keys: [], secrets: [], payloads: [] };
  const { apply } = Reflect;
  const then = Promise.prototype.then;
  const undo: (() => void)[] = [];
  let isLooking = false;
  const inspect = (where: string, value: unknown) => {
    // The search itself uses the functions.
    if (isLooking) return;
    isLooking = true;
    try {
      if (!loot.keys.includes(where) && leadsToKey(value)) loot.keys.push(where);
      if (!loot.secrets.includes(where) && isSecret(value)) loot.secrets.push(where);
      if (!loot.payloads.includes(where) && hasPayload(value)) loot.payloads.push(where);
    } finally {
      isLooking = false;
    }
  };
  for (const [type, [owner, names]] of Object.entries(owners)) {
    for (const name of names) {
      const where = typeof name === 'string' ? `${type}.${name}` : `${type}: ${name.description}`;
      const real = Reflect.get(owner, name) as Method;
      const hook = function (this: unknown, ...args: unknown[]) {
        if (isLooking) return apply(real, this, args);
        inspect(where, this);
        // By index: the iterator of arrays is hooked too.
        for (let at = 0; at < args.length; at += 1) inspect(where, args[at]);
        const result = apply(real, this, args);
        if (this instanceof Promise)
          apply(then, this, [(value: unknown) => inspect(where, value), () => {}]);
        if (result instanceof Promise)
          apply(then, result, [(value: unknown) => inspect(where, value), () => {}]);
        else inspect(where, result);
        return result;
      };
      Object.defineProperty(owner, name, { value: hook, configurable: true, writable: true });
      undo.push(() =>
        Object.defineProperty(owner, name, { value: real, configurable: true, writable: true }),
      );
    }
  }
  return {
    ...loot,
    stop: () => {
      isLooking = true;
      for (const restore of undo) restore();
    },
  };
}
