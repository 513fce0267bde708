import { vi } from 'vitest';

/** The ways in which storage fails. */
export type Fault = 'throw' | 'hang' | 'quota' | 'blocked';
/** Which call fails. */
export type Call = 'open' | 'read' | 'write' | 'delete';

export const faults: readonly Fault[] = ['throw', 'hang', 'quota', 'blocked'];
export const calls: readonly Call[] = ['open', 'read', 'write', 'delete'];

const names: Readonly<Record<Exclude<Fault, 'hang'>, string>> = {
  throw: 'InvalidStateError',
  quota: 'QuotaExceededError',
  blocked: 'SecurityError',
};

/** The reason that `state.reasons` has for a fault. */
export const reasonOf: Readonly<Record<Fault, string>> = {
  throw: 'storage_failed',
  hang: 'storage_timed_out',
  quota: 'storage_full',
  blocked: 'storage_blocked',
};

/** A request, or a transaction, that never responds; `addEventListener` is never called back. */
const silent = () => ({ addEventListener() {}, removeEventListener() {} });

/** Makes one call of IndexedDB fail, in this page, until `vi.restoreAllMocks()`. */
export function breakStorage(call: Call, fault: Fault): void {
  const fail = (): never => {
    if (fault === 'hang') throw new Error('A fault that hangs does not throw.');
    throw new DOMException('a fault of the test', names[fault]);
  };
  if (call === 'open') {
    const open = vi.spyOn(IDBFactory.prototype, 'open');
    open.mockImplementation((fault === 'hang' ? silent : fail) as unknown as typeof indexedDB.open);
    return;
  }
  const methods = { read: ['get', 'getAll', 'getAllKeys'], write: ['put'], delete: ['delete'] }[
    call
  ];
  if (fault !== 'hang') {
    for (const method of methods) {
      vi.spyOn(IDBObjectStore.prototype, method as 'get').mockImplementation(fail);
    }
    return;
  }
  hang(methods);
}

/** Passes transactions on until one of the methods is used, which then never ends. */
function hang(methods: readonly string[]): void {
  const real = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...args: Parameters<typeof real>
  ) {
    const transaction = real.apply(this, args);
    let isHung = false;
    const objects = (name: string) =>
      new Proxy(transaction.objectStore(name), {
        get(store, key) {
          if (key === 'transaction') return isHung ? silent() : store.transaction;
          const value = Reflect.get(store, key) as unknown;
          if (typeof value !== 'function') return value;
          if (!methods.includes(String(key))) return value.bind(store);
          return () => {
            isHung = true;
            return silent();
          };
        },
      });
    return new Proxy(transaction, {
      get: (_target, key) => (key === 'objectStore' ? objects : Reflect.get(transaction, key)),
    });
  });
}

/** A browser that refuses site data: every kind of storage throws, as in Firefox with cookies blocked. */
export function blockSiteData(): void {
  const refuse = (): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  breakStorage('open', 'blocked');
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(refuse);
  vi.stubGlobal('BroadcastChannel', refuse);
  vi.spyOn(navigator, 'locks', 'get').mockImplementation(refuse);
}
