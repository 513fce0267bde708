type KeyFunction =
  | 'decrypt'
  | 'deriveBits'
  | 'encrypt'
  | 'exportKey'
  | 'generateKey'
  | 'importKey'
  | 'sign'
  | 'verify';

/** WebCrypto as the program types it, from the DOM library or from `@types/node`. */
type PlatformSubtle = typeof globalThis extends {
  crypto: { readonly subtle: infer Subtle extends Record<KeyFunction, unknown> };
}
  ? Subtle
  : Record<KeyFunction, (...args: never[]) => Promise<unknown>>;

/** The functions of WebCrypto that touch keys. */
export type KeyFunctions = Pick<PlatformSubtle, KeyFunction>;

function bound<Name extends KeyFunction>(subtle: SubtleCrypto, name: Name): SubtleCrypto[Name] {
  return subtle[name].bind(subtle) as SubtleCrypto[Name];
}

function capture(): KeyFunctions | undefined {
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined) return undefined;
  return Object.freeze({
    decrypt: bound(subtle, 'decrypt'),
    deriveBits: bound(subtle, 'deriveBits'),
    encrypt: bound(subtle, 'encrypt'),
    exportKey: bound(subtle, 'exportKey'),
    generateKey: bound(subtle, 'generateKey'),
    importKey: bound(subtle, 'importKey'),
    sign: bound(subtle, 'sign'),
    verify: bound(subtle, 'verify'),
  });
}

/** Whether the runtime has built-in modules, as Node does and browsers do not. Loads none. */
function hasBuiltinModules(): boolean {
  return typeof process !== 'undefined' && typeof process.getBuiltinModule === 'function';
}

/**
 * In browsers the functions are captured when this module loads, so that a function that replaces
 * one of `SubtleCrypto.prototype` later is never called. On Node they are captured at first use:
 * loading WebCrypto there takes milliseconds, and most keys go through OpenSSL instead.
 */
let captured = hasBuiltinModules() ? undefined : capture();

/**
 * Returns the key functions of WebCrypto, as they were when they were captured; undefined without
 * WebCrypto.
 */
export function keyFunctions(): KeyFunctions | undefined {
  captured ??= capture();
  return captured;
}
