import { copyFileSync, globSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run } from '../../scripts/lib/run.ts';
import { root } from '../../scripts/lib/workspace.ts';
import type { Consumer } from './layout.ts';

const shared = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true,
};

const modes = {
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
} as const;

/** A program that fails to compile where a module has no types, or the types are `any`. */
function everyModule(specifiers: readonly string[]): string {
  const lines = specifiers.flatMap((specifier, index) => [
    `import * as module${index} from '${specifier}';`,
    `export const typed${index}: IsAny<typeof module${index}> = false;`,
  ]);
  return ['type IsAny<T> = 0 extends 1 & T ? true : false;', ...lines, ''].join('\n');
}

function writeProject(folder: string, mode: keyof typeof modes, specifiers: readonly string[]) {
  const endings = mode === 'nodenext' ? ['mts', 'cts'] : ['ts'];
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(folder, '..', 'node_modules'), join(folder, 'node_modules'), 'junction');
  for (const ending of endings) {
    writeFileSync(join(folder, `every-module.${ending}`), everyModule(specifiers));
    for (const program of globSync(join(root, 'e2e/consumers/programs/*.ts'))) {
      copyFileSync(program, join(folder, `${basename(program, '.ts')}.${ending}`));
    }
  }
  const compilerOptions = { ...shared, ...modes[mode] };
  const files = endings.map((ending) => `*.${ending}`);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: files }));
}

/** Type-checks the programs and every export, as Node resolves them and as bundlers do. */
export async function typeCheck(
  { folder }: Consumer,
  specifiers: readonly string[],
): Promise<string[]> {
  const checks = (['nodenext', 'bundler'] as const).map(async (mode) => {
    const project = join(folder, mode);
    writeProject(project, mode, specifiers);
    const { ok, output } = await run('tsc', ['-p', project]);
    return ok ? [] : [`types under ${mode}:\n${output.trimEnd()}`];
  });
  return (await Promise.all(checks)).flat();
}
