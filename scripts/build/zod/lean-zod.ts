import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

const library = fileURLToPath(new URL('library.ts', import.meta.url));
const whole = /[\\/]zod[\\/]v4[\\/](?:classic|mini)[\\/]/;

/**
 * Replaces zod in a bundle by the part that the contract uses; see `library.ts`. Only for bundles
 * that do not export their schemas.
 */
export const leanZod: Plugin = {
  name: 'lean-zod',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^zod$/ }, () => ({ path: library }));
    onLoad({ filter: whole }, ({ path }) => ({
      errors: [
        {
          text: `${path} would bundle all of zod; use the kinds of schema in scripts/build/zod/library.ts`,
        },
      ],
    }));
  },
};
