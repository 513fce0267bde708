import type { Options } from 'tsup';
import { entriesOf } from '../lib/entries.ts';
import type { Package } from '../lib/workspace.ts';
import { bundledInto } from './dependencies.ts';
import { lazyAreas } from './lazy-areas.ts';
import { sharedModules } from './shared-modules.ts';
import { splitCommonJs } from './split-commonjs.ts';

const endings = { esm: '.js', cjs: '.cjs' } as const;

function exactly(name: string): RegExp {
  return new RegExp(`^${name.replaceAll('/', '\\/')}(?:$|\\/)`);
}

function entryMap(pkg: Package, kind: keyof typeof endings): Record<string, string> {
  const entries = entriesOf(pkg.manifest).filter(({ files }) =>
    files.some((file) => file.endsWith(endings[kind])),
  );
  return Object.fromEntries(entries.map(({ name, source }) => [name, source]));
}

function shared({ manifest }: Package): Options {
  return {
    config: false,
    outDir: 'dist',
    silent: true,
    clean: false,
    tsconfig: '../../tsconfig.json',
    target: 'es2023',
    platform: 'neutral',
    // Builtins are known to both; a browser package that imports one is caught by the dependency rules.
    // The consumer's runtime or bundler chooses the form of an own import.
    external: [/^node:/, ...Object.keys(manifest.imports ?? {})],
    removeNodeProtocol: false,
    esbuildOptions(options) {
      options.conditions = ['source'];
      options.legalComments = 'none';
      // The version is only in the manifest.
      options.define = {
        ...options.define,
        PAYMENTS_SDK_VERSION: JSON.stringify(manifest.version),
      };
    },
  };
}

function scripts(pkg: Package, format: 'esm' | 'cjs'): Options {
  return {
    ...shared(pkg),
    entry: entryMap(pkg, format),
    format,
    dts: false,
    splitting: format === 'esm',
    metafile: true,
    noExternal: bundledInto(pkg, format).map(exactly),
    esbuildPlugins: pkg.id === 'sdk' ? [lazyAreas, sharedModules(pkg)] : [],
    plugins: [splitCommonJs],
  };
}

/**
 * How tsup builds a package's scripts: ES modules and CommonJS. What it writes must equal what esbuild
 * alone writes with the options of `plain-bundle.ts`.
 */
export function buildOptions(pkg: Package): Options[] {
  return [scripts(pkg, 'esm'), scripts(pkg, 'cjs')];
}
