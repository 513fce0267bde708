import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

const areaLine = /^export \* as (\w+) from '(\.\/areas\/[^']+)';\n/gm;
const listImport = /^import \* as (\w+) from '(\.\/(?:platform|agent)\.ts)';$/gm;

/**
 * The source of a list of resources as an object in which each resource is a getter: its rows and
 * their schemas are evaluated when the resource is first used, not when the bundle is loaded.
 */
export function withLazyAreas(path: string, source: string): string {
  const getters = [...source.matchAll(areaLine)].map(
    ([, name, file]) => `  get ${name}() { return require('${file}'); },\n`,
  );
  if (getters.length === 0) throw new Error(`${path} exports no area`);
  const rest = source.replaceAll(areaLine, '').replaceAll(/\/\*\*[\s\S]*?\*\//g, '');
  if (rest.trim() !== '') throw new Error(`${path} has more in it than a line for each area`);
  return `export const resources = {\n${getters.join('')}};\n`;
}

/** The source of the module that imports the lists, which takes the objects instead. */
export function withLazyLists(path: string, source: string): string {
  const lists = [...source.matchAll(listImport)];
  if (lists.length === 0) throw new Error(`${path} imports no list of areas`);
  return source.replaceAll(listImport, "import { resources as $1 } from '$2';");
}

/** Makes the areas of the contract lazy in a bundle; see `withLazyAreas`. */
export const lazyAreas: Plugin = {
  name: 'lazy-areas',
  setup({ onLoad }) {
    onLoad({ filter: /packages[\\/]contract[\\/]src[\\/](?:platform|agent)\.ts$/ }, ({ path }) => ({
      contents: withLazyAreas(path, readFileSync(path, 'utf8')),
      loader: 'ts',
    }));
    onLoad({ filter: /packages[\\/]contract[\\/]src[\\/]operations\.ts$/ }, ({ path }) => ({
      contents: withLazyLists(path, readFileSync(path, 'utf8')),
      loader: 'ts',
    }));
  },
};
