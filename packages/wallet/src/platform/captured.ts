import { keyFunctions } from '@org/payments-crypto/web-crypto';

/**
 * Whether this page has the key functions of WebCrypto. They are captured with the wallet's first
 * file, which contains this module, not with the chunk that uses them: a script that replaces
 * `importKey`, `deriveBits` or `sign` in between is never called.
 */
export function hasKeyFunctions(): boolean {
  return keyFunctions() !== undefined;
}

const page = typeof window === 'undefined' ? undefined : window;

/**
 * `fetch` as it was when this module was loaded: a script that replaces it later cannot put its own
 * key into a sign-in. On a server, which runs no page scripts, it is the `fetch` of the runtime, if
 * any.
 */
export const capturedFetch: typeof fetch =
  page?.fetch?.bind(page) ?? ((...sent) => globalThis.fetch(...sent));

const { stringify } = JSON;
export const parseJson = JSON.parse;
const { apply } = Reflect;
const readJson = page?.Response?.prototype.json;
const { exec } = RegExp.prototype;
const { slice } = String.prototype;

export const { isArray } = Array;
export const { hasOwn } = Object;

/** The result of `pattern.exec(text)`. */
export function execute(pattern: RegExp, text: string): RegExpExecArray | null {
  return apply(exec, pattern, [text]);
}

/** The result of `text.slice(from, to)`. */
export function sliceOf(text: string, from: number, to: number): string {
  return apply(slice, text, [from, to]);
}

/**
 * The JSON of a request, by `JSON.stringify` as it was when this module was loaded. A `toJSON` that
 * a script has put on `Object.prototype` is not called, so that it cannot replace the client key.
 */
export function toJson(request: object): string {
  return stringify({ ...request, toJSON: undefined });
}

/** The JSON of a response, by `Response.prototype.json` as it was when this module was loaded. */
export function jsonOf(response: Response): Promise<unknown> {
  return readJson === undefined ? response.json() : apply(readJson, response, []);
}
