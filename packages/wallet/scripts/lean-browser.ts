import type { Plugin } from 'esbuild';

/** What is replaced in a bundle for browsers: the file, and what stands in for it. */
const replacements: readonly (readonly [file: RegExp, contents: string])[] = [
  // The wallet maps the browser's own exceptions itself; this would word them first, in 3 KB.
  [
    /@simplewebauthn[\\/]browser[\\/]esm[\\/]helpers[\\/]identifyRegistrationError\.js$/,
    'export const identifyRegistrationError = ({ error }) => error;',
  ],
  [
    /@simplewebauthn[\\/]browser[\\/]esm[\\/]helpers[\\/]identifyAuthenticationError\.js$/,
    'export const identifyAuthenticationError = ({ error }) => error;',
  ],
  // bs58check brings an older copy of the hash that the rest of the cryptography uses: one is enough.
  [
    /bs58check[\\/]node_modules[\\/]@noble[\\/]hashes[\\/]esm[\\/]sha256\.js$/,
    "export { sha256 } from 'newest:@noble/hashes/sha2.js';",
  ],
];

/**
 * Leaves out of a browser's bundle what the wallet never reaches. Only for bundles that keep these
 * libraries to themselves.
 */
export const leanBrowser: Plugin = {
  name: 'lean-browser',
  setup({ onLoad, onResolve, onEnd, resolve }) {
    const replaced = new Set<RegExp>();
    for (const [file, contents] of replacements) {
      onLoad({ filter: file }, () => {
        replaced.add(file);
        return { contents, loader: 'js' };
      });
    }
    onResolve({ filter: /^newest:/ }, ({ path, kind }) =>
      resolve(path.slice('newest:'.length), { kind, resolveDir: import.meta.dirname }),
    );
    onEnd(() =>
      replaced.size === replacements.length
        ? undefined
        : { errors: [{ text: 'a library has moved its files: update lean-browser.ts' }] },
    );
  },
};
