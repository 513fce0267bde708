/** The functions of WebCrypto that touch a key. */
const names = [
  'decrypt',
  'deriveBits',
  'encrypt',
  'exportKey',
  'generateKey',
  'importKey',
  'sign',
  'verify',
] as const;

function capture(): SubtleCrypto | undefined {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return undefined;
  const entries = names.map((name) => [name, (subtle[name] as () => unknown).bind(subtle)]);
  return Object.freeze(Object.fromEntries(entries)) as SubtleCrypto;
}

/**
 * WebCrypto as it was when this module was loaded. A script that replaces `importKey`, `deriveBits`
 * or `sign` later sees nothing of what the wallet does. Undefined in an insecure context.
 */
export const capturedSubtle = capture();
