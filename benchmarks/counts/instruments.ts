import { createHook } from 'node:async_hooks';

/** The number of constructions and calls, by instrument. */
export type Counts = Readonly<Record<string, number>>;

const classes = ['Request', 'Response', 'Headers', 'AbortController', 'URL'] as const;
const statics = ['any', 'timeout'] as const;
const opensslFunctions = ['createPrivateKey', 'createPublicKey', 'diffieHellman', 'sign'] as const;
const resources: Readonly<Record<string, string>> = { PROMISE: 'promises', Timeout: 'timers' };

/** The instruments whose count of zero is shown too, for their budgets of zero. */
const always: ReadonlySet<string> = new Set([...classes, 'AbortSignal.any', 'promises', 'timers']);

const counted = new Map<string, number>();

function add(name: string): void {
  counted.set(name, (counted.get(name) ?? 0) + 1);
}

/** Replaces a function of an object by one that counts its calls and constructions. */
function count(owner: object, name: string, as: string): void {
  const original: unknown = Reflect.get(owner, name);
  if (typeof original !== 'function')
    throw new Error(`"${name}" is not a function, so its calls cannot be counted.`);
  const counting = new Proxy(original, {
    construct(target, args, newTarget) {
      add(as);
      return Reflect.construct(target, args, newTarget) as object;
    },
    apply(target, self, args) {
      add(as);
      return Reflect.apply(target, self, args) as unknown;
    },
  });
  Object.defineProperty(owner, name, { value: counting, configurable: true, writable: true });
}

/**
 * Installs the counters. Call it before the packages are imported, because they may keep references
 * to the originals.
 */
export function installCounters(): void {
  for (const name of classes) count(globalThis, name, name);
  for (const name of statics) count(AbortSignal, name, `AbortSignal.${name}`);
  const openssl = process.getBuiltinModule('node:crypto');
  for (const name of opensslFunctions) count(openssl, name, `crypto.${name}`);
  for (const name of ['importKey', 'sign', 'verify']) {
    count(SubtleCrypto.prototype, name, `subtle.${name}`);
  }
}

async function countsOf(work: () => Promise<unknown>): Promise<Map<string, number>> {
  counted.clear();
  const hook = createHook({
    init(_id, type) {
      const name = resources[type];
      if (name !== undefined) add(name);
    },
  });
  hook.enable();
  await work();
  hook.disable();
  return new Map(counted);
}

function least(all: readonly Map<string, number>[]): Map<string, number> {
  const names = new Set(all.flatMap((counts) => [...counts.keys()]));
  return new Map(
    [...names].map((name) => [name, Math.min(...all.map((counts) => counts.get(name) ?? 0))]),
  );
}

/**
 * Counts the objects of one run of some work. The result is the minimum of several runs after
 * warming up, so that opening a socket, or another timer, does not count.
 */
export async function countWork(work: () => Promise<unknown>): Promise<Counts> {
  for (let run = 0; run < 5; run += 1) await work();
  const [runs, idle]: Map<string, number>[][] = [[], []];
  for (let run = 0; run < 7; run += 1) {
    runs?.push(await countsOf(work));
    idle?.push(await countsOf(async () => undefined));
  }
  const overhead = least(idle ?? []);
  const net = [...least(runs ?? [])].map(
    ([name, value]) => [name, value - (overhead.get(name) ?? 0)] as const,
  );
  const isShown = ([name, value]: readonly [string, number]) => value > 0 || always.has(name);
  const none = [...always].map((name) => [name, 0] as const);
  return Object.fromEntries([...none, ...net.filter(isShown)].sort());
}
