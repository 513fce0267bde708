import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { root } from '../lib/workspace.ts';
import { excludedMutations, modules } from './modules.ts';

/** A small change of one module. */
export type Mutant = Awaited<ReturnType<Instrumenter['instrument']>>['mutants'][number];

const silent = () => undefined;
const noLevel = () => false;
const logger = {
  ...{ isTraceEnabled: noLevel, isDebugEnabled: noLevel, isInfoEnabled: noLevel },
  ...{ isWarnEnabled: noLevel, isErrorEnabled: noLevel, isFatalEnabled: noLevel },
  ...{ trace: silent, debug: silent, info: silent },
  ...{ warn: console.warn, error: console.error, fatal: console.error },
};

/**
 * The modules with all changes in them, each behind a switch, and the list of the changes. With
 * `paths`, only of modules whose path has one of them. A change below a comment `Stryker disable` is left out.
 */
export async function makeMutants(paths: readonly string[]) {
  const names = globSync([...modules], { cwd: root, exclude: ['**/*.test.ts'] })
    .filter((name) => paths.length === 0 || paths.some((path) => name.includes(path)))
    .sort()
    .map((name) => join(root, name));
  const { files, mutants } = await new Instrumenter(logger).instrument(
    names.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') })),
    { plugins: null, ignorers: [], excludedMutations: [...excludedMutations] },
  );
  return {
    sources: new Map(files.map(({ name, content }) => [name, content])),
    mutants: mutants.filter(({ status }) => status === undefined),
  };
}
