import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

const files = /[\\/]@hpke[\\/]common[\\/]esm[\\/]src[\\/](?:algorithm|utils[\\/]misc)\.js$/;
const lookup = 'await import("crypto")';

/**
 * Removes the lookup of Node's `crypto` module from the HPKE library: only Node 18 and earlier need it,
 * and Vite and webpack warn about it in every application that bundles it for browsers.
 */
export const leanHpke: Plugin = {
  name: 'lean-hpke',
  setup({ onLoad }) {
    onLoad({ filter: files }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (!source.includes(lookup)) {
        return { errors: [{ text: `${path} has no ${lookup}: update lean-hpke.ts` }] };
      }
      return { contents: source.replaceAll(lookup, '{}'), loader: 'js' };
    });
  },
};
