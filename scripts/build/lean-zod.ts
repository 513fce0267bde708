import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

const files = /[\\/]zod[\\/]v4[\\/]core[\\/](?:json-schema-processors|to-json-schema)\.js$/;
const exported = /^export (?:async )?(?:function|const|class) (\w+)/gm;

function stub(path: string): string {
  const names = [...readFileSync(path, 'utf8').matchAll(exported)].map(([, name]) => name);
  if (names.length === 0) throw new Error(`${path} has no exports that could be left out`);
  return names.map((name) => `export const ${name} = () => undefined;`).join('\n');
}

/**
 * Leaves zod's JSON Schema writer out of a bundle, a fifth of zod that no tree shaker can drop
 * because every schema class refers to it. Only for bundles that keep their schemas to themselves.
 */
export const leanZod: Plugin = {
  name: 'lean-zod',
  setup({ onLoad, onEnd }) {
    let stubbed = 0;
    onLoad({ filter: files }, ({ path }) => {
      stubbed += 1;
      return { contents: stub(path), loader: 'js' };
    });
    onEnd(({ metafile }) => {
      const usesZod = Object.keys(metafile?.inputs ?? {}).some((path) => path.includes('/zod/v4/'));
      if (!usesZod || stubbed === 2) return undefined;
      return { errors: [{ text: 'zod has moved its JSON Schema writer: update lean-zod.ts' }] };
    });
  },
};
