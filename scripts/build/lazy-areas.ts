import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/** The files of the contract that list areas. */
export const lists = /packages[\\/]contract[\\/]src[\\/](?:platform|agent|event-areas)\.ts$/;
const areaImport = /^import \* as (\w+) from '(\.\/areas\/[^']+)';\n/gm;
const member = /^ {2}(\w+),$/gm;

/**
 * The source of a list of areas in which each area is a getter: its rows and their schemas are
 * evaluated when the area is first used, not when the bundle is loaded.
 */
export function withLazyAreas(path: string, source: string): string {
  const files = new Map([...source.matchAll(areaImport)].map(([, name, file]) => [name, file]));
  if (files.size === 0) throw new Error(`${path} imports no area`);
  let replaced = 0;
  const lazy = source.replaceAll(areaImport, '').replaceAll(member, (line, name: string) => {
    if (!files.has(name)) return line;
    replaced += 1;
    return `  get ${name}() { return require('${files.get(name)}'); },`;
  });
  if (replaced !== files.size)
    throw new Error(`${path} does not list each area on a line of its own`);
  return lazy;
}

/** Makes the areas of the contract lazy in a bundle; see `withLazyAreas`. */
export const lazyAreas: Plugin = {
  name: 'lazy-areas',
  setup({ onLoad }) {
    onLoad({ filter: lists }, ({ path }) => ({
      contents: withLazyAreas(path, readFileSync(path, 'utf8')),
      loader: 'ts',
    }));
  },
};
