/**
 * What the wallet uses of a browser besides WebCrypto, IndexedDB and WebAuthn, newest first: Safari 16.4,
 * Chrome 103 and Firefox 101 have all of it. What later versions added is not used without a substitute.
 */
const required: Readonly<Record<string, () => unknown>> = {
  'CSSStyleSheet.prototype.replaceSync': () => CSSStyleSheet.prototype.replaceSync,
  'AbortSignal.timeout': () => AbortSignal.timeout,
  'crypto.randomUUID': () => crypto.randomUUID,
  'Object.hasOwn': () => Object.hasOwn,
  'Array.prototype.at': () => Array.prototype.at,
};

/** The names of what this browser lacks. */
export function missingFeatures(): string[] {
  return Object.keys(required).filter((name) => {
    try {
      return typeof required[name]?.() !== 'function';
    } catch {
      return true;
    }
  });
}

/** A signal that aborts with any of these; `AbortSignal.any` is newer than the browsers above. */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  if (typeof AbortSignal.any === 'function') return AbortSignal.any([...signals]);
  const controller = new AbortController();
  for (const signal of signals) {
    const abort = () => controller.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true, signal: controller.signal });
  }
  return controller.signal;
}

/** Whether text is an address, from the page or by itself. */
export function isAddress(text: string): boolean {
  try {
    return new URL(text, globalThis.location?.href).href !== '';
  } catch {
    return false;
  }
}
