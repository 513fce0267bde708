import { transform } from 'esbuild';
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['plugins']>[number];

/**
 * Lets the entries of a package share code in CommonJS as they do in ES modules, so that a class is
 * the same class from every subpath. esbuild splits only ES modules, therefore each finished file
 * is translated on its own.
 */
export const splitCommonJs: Plugin = {
  name: 'split-commonjs',
  esbuildOptions(options) {
    if (this.format !== 'cjs') return;
    options.format = 'esm';
    options.splitting = true;
  },
  async renderChunk(code, { path }) {
    if (this.format !== 'cjs' || !path.endsWith('.cjs')) return undefined;
    const result = await transform(code, {
      format: 'cjs',
      platform: 'node',
      target: 'es2023',
      // Jest and similar hosts can load CommonJS, and its later chunks, only by `require`.
      supported: { 'dynamic-import': false },
      sourcefile: path,
    });
    return { code: result.code };
  },
};
