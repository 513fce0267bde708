/**
 * What the wallet uses of a browser besides WebCrypto, IndexedDB and WebAuthn, newest first. The oldest
 * supported browsers are those that have all of it: the documentation shows their versions, and the wallet
 * is tested without what they lack. That is not used without a substitute.
 */
export const required = [
  'CSSStyleSheet.prototype.replaceSync',
  'AbortSignal.timeout',
  'Crypto.prototype.randomUUID',
  'Object.hasOwn',
  'Array.prototype.at',
];

/** The names of what this browser lacks. */
export function missingFeatures(): string[] {
  const read = (path: string) => {
    let value: unknown = globalThis;
    for (const name of path.split('.'))
      value = (value as Record<string, unknown> | undefined)?.[name];
    return value;
  };
  return required.filter((path) => typeof read(path) !== 'function');
}

/** A signal that aborts with either; `AbortSignal.any` is newer than the browsers above. */
export function eitherSignal(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  if (other === undefined) return one;
  if ('any' in AbortSignal) return AbortSignal.any([one, other]);
  const controller = new AbortController();
  for (const signal of [one, other]) {
    const abort = () => controller.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  }
  return controller.signal;
}

/** Whether text is an address, from the page or by itself. */
export function isAddress(text: string): boolean {
  try {
    return Boolean(new URL(text, globalThis.location?.href));
  } catch {
    return false;
  }
}
