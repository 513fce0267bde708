import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';
import { entriesOf } from '../lib/entries.ts';
import type { Package } from '../lib/workspace.ts';

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
