import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';
import { entriesOf, type Package } from '../lib/workspace.ts';

/** The files of the contract that list areas, and bodies that every operation may have. */
const lists = /packages[\\/]contract[\\/]src[\\/](?:platform|agent|event-areas|service)\.ts$/;
const listReaders = /packages[\\/]contract[\\/]src[\\/](?:operations|events)\.ts$/;
const areaLine = /^export \* as (\w+) from '(\.\/(?:areas|format)\/[^']+)';\n/gm;
const listImport =
  /^import \* as (\w+) from '(\.\/(?:platform|agent|event-areas|service)\.ts)';$/gm;

/*
 * A module of JavaScript that is imported is evaluated: with plain imports the SDK takes three times as
 * long to import. Dynamic imports would make rows and schemas asynchronous, and a second list for a
 * condition of `imports` would name each area twice. Only our own lists are read here.
 */

/**
 * The source of a list of areas as an object in which each area is a getter: its rows and their
 * schemas are evaluated when the area is first used, not when the bundle is loaded.
 */
function withLazyAreas(path: string, source: string): string {
  const getters = [...source.matchAll(areaLine)].map(
    ([, name, file]) => `  get ${name}() { return require('${file}'); },\n`,
  );
  if (getters.length === 0) throw new Error(`${path} exports no area`);
  const rest = source.replaceAll(areaLine, '').replaceAll(/\/\*\*[\s\S]*?\*\/|^\/\/.*$/gm, '');
  if (rest.trim() !== '') throw new Error(`${path} has more in it than a line for each area`);
  return `export const resources = {\n${getters.join('')}};\n`;
}

/** The source of the module that imports the lists, which imports the objects instead. */
function withLazyLists(path: string, source: string): string {
  const found = [...source.matchAll(listImport)];
  if (found.length === 0) throw new Error(`${path} imports no list of areas`);
  return source.replaceAll(listImport, "import { resources as $1 } from '$2';");
}

/** Makes the areas of the contract lazy in a bundle; see `withLazyAreas`. */
export const lazyAreas: Plugin = {
  name: 'lazy-areas',
  setup({ onLoad }) {
    onLoad({ filter: lists }, ({ path }) => ({
      contents: withLazyAreas(path, readFileSync(path, 'utf8')),
      loader: 'ts',
    }));
    onLoad({ filter: listReaders }, ({ path }) => ({
      contents: withLazyLists(path, readFileSync(path, 'utf8')),
      loader: 'ts',
    }));
  },
};

/** Modules that several entries of the SDK use, below `src`; they import nothing but each other. */
const modules = [
  '../../contract/src/internal/index.ts',
  'call/header-value.ts',
  'call/response/parse-json.ts',
  'errors/caller-errors.ts',
  'errors/payments-error.ts',
  'limits/turns.ts',
  'observe/diagnostics.ts',
  'options/checks.ts',
  'runtime.ts',
  'transport/exchanges.ts',
  'transport/incoming-body.ts',
  'transport/plain-error.ts',
  'transport/transport.ts',
];

const dynamicImport = /\bimport\('(\.[^']+)'\)/g;

/** The modules below a folder that another one loads when it is first used. */
function loadedLater(folder: string): string[] {
  return globSync('**/*.ts', { cwd: folder }).flatMap((path) =>
    [...readFileSync(join(folder, path), 'utf8').matchAll(dynamicImport)].map(([, target = '']) =>
      join(folder, dirname(path), target),
    ),
  );
}

/**
 * Makes one file of the shared modules. esbuild writes a file for each set of entries that reach a
 * module, and wrote many for these 27 kilobytes; Node takes a third of a millisecond for each. With this
 * plugin every entry reaches all of them, and what is loaded later is an entry too. A module of the list
 * that the package no longer has fails the build.
 */
export function sharedModules({ folder, manifest }: Package): Plugin {
  const source = join(folder, 'src');
  const entries = entriesOf(manifest).map((entry) => join(folder, entry.source));
  const starts = new Set([...entries, ...loadedLater(source)]);
  const imports = modules.map((path) => `import ${JSON.stringify(join(source, path))};\n`).join('');
  return {
    name: 'shared-modules',
    setup({ onLoad }) {
      onLoad({ filter: /packages[\\/]sdk[\\/]src[\\/].*\.ts$/ }, ({ path }) =>
        starts.has(path)
          ? { contents: `${readFileSync(path, 'utf8')}\n${imports}`, loader: 'ts' }
          : undefined,
      );
    },
  };
}
