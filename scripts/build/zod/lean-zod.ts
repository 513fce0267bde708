import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

const library = fileURLToPath(new URL('library.ts', import.meta.url));
const whole = /[\\/]zod[\\/]v4[\\/](?:classic|mini)[\\/]/;

/**
 * Puts the part of zod that the contract uses in place of zod in a bundle; see `library.ts`. Only for
 * bundles that keep their schemas to themselves.
 */
export const leanZod: Plugin = {
  name: 'lean-zod',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^zod$/ }, () => ({ path: library }));
    onLoad({ filter: whole }, ({ path }) => ({
      errors: [{ text: `${path} would bring the whole of zod: use what scripts/build/zod has` }],
    }));
  },
};
