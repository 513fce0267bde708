/**
 * Whether a bundler's warning is the one that every application with `@hpke/core` gets: the library
 * asks Node 18 for its `crypto` where WebCrypto is missing, and bundlers do not find that module
 * for browsers. The library is published as its authors wrote it, and browsers never ask.
 */
export function isKnownWarning(text: string): boolean {
  return /["']crypto["']/.test(text) && /node_modules[\\/]@hpke[\\/]common[\\/]/.test(text);
}
