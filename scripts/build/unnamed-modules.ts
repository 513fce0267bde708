import type { Options } from 'tsup';

type Plugin = NonNullable<Options['plugins']>[number];

/** A module that is evaluated on first use, as esbuild writes it: its path names the function. */
const named = /(= __esm\(\{\n\s*)"[^"\n]+"(\(\) \{)/g;

/** Leaves out the paths of modules that are evaluated on first use; nothing reads them. */
export function withoutModuleNames(code: string): string {
  return code.replaceAll(named, '$1""$2');
}

/** Leaves the paths of modules out of a build; see `withoutModuleNames`. */
export const unnamedModules: Plugin = {
  name: 'unnamed-modules',
  renderChunk: (code) => ({ code: withoutModuleNames(code) }),
};
