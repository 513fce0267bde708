import type { Options } from 'tsup';

type Plugin = NonNullable<Options['plugins']>[number];

/** A module that is evaluated on first use, as esbuild writes it: its path names the function. */
const named = /= (__esm\(\{\n\s*)"[^"\n]+"(\(\) \{\n)(?:\s*"use strict";\n)?/g;

/** The exports of such a module, which a statement fills in, and the function that does it. */
const filled = /var (\w+) = \{\};\n__export\(\1, \{/g;
const fill = /(var __export = \(target, all\) => \{\n(?: {2}.*\n)+)\};/g;

/**
 * Leaves out the paths of modules that are evaluated on first use, which nothing reads, and a
 * directive that modules do not need, and marks the modules as removable: a consumer's bundler then
 * leaves out those that only other entries use.
 */
export function withoutModuleNames(code: string): string {
  return code
    .replaceAll(named, '= /* @__PURE__ */ $1""$2')
    .replaceAll(filled, 'var $1 = /* @__PURE__ */ __export({}, {')
    .replaceAll(fill, '$1  return target;\n};');
}

/** Leaves the paths of modules out of a build; see `withoutModuleNames`. */
export const unnamedModules: Plugin = {
  name: 'unnamed-modules',
  renderChunk: (code) => ({ code: withoutModuleNames(code) }),
};
