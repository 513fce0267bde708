const names = [
  'decrypt',
  'deriveBits',
  'digest',
  'encrypt',
  'exportKey',
  'generateKey',
  'importKey',
  'sign',
  'verify',
] as const;
type KeyFunction = (typeof names)[number];

/** WebCrypto as the program types it, from the DOM library or from `@types/node`. */
type PlatformSubtle = typeof globalThis extends {
  crypto: { readonly subtle: infer Subtle extends Record<KeyFunction, unknown> };
}
  ? Subtle
  : Record<KeyFunction, (...args: never[]) => Promise<unknown>>;

/** The functions of WebCrypto that touch keys. */
export type KeyFunctions = Pick<PlatformSubtle, KeyFunction>;

/** `Object.freeze`, which a key passes through, captured when this module loads. */
export const { freeze } = Object;
const { apply } = Reflect;
const { isWellFormed } = String.prototype;
const encodeUri = encodeURI;

function capture(): KeyFunctions | undefined {
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined) return undefined;
  const functions: Record<string, unknown> = {};
  for (const name of names) functions[name] = subtle[name].bind(subtle as never);
  return freeze(functions) as KeyFunctions;
}

function captureEncoder(): TextEncoder['encode'] {
  const encoder = new TextEncoder();
  return encoder.encode.bind(encoder);
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
let encode = hasBuiltinModules() ? undefined : captureEncoder();

/**
 * Returns the key functions of WebCrypto, as they were when they were captured; undefined without
 * WebCrypto.
 */
export function keyFunctions(): KeyFunctions | undefined {
  captured ??= capture();
  return captured;
}

/** `isWellFormed`, which Chrome before 111 and Firefox before 119 lack; what has no UTF-8 form has no URI. */
function isWhole(text: string): boolean {
  if (isWellFormed !== undefined) return apply(isWellFormed, text, []);
  try {
    return encodeUri(text) !== undefined;
  } catch {
    return false;
  }
}

/** The UTF-8 bytes of a string; undefined for a lone surrogate, which has no UTF-8 form. */
export function utf8(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!isWhole(text)) return undefined;
  encode ??= captureEncoder();
  return encode(text) as Uint8Array<ArrayBuffer>;
}
