import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { folderPairs } from './folder-pairs.ts';
import { dependencyRules } from './rules.ts';
import { unmatchedPaths } from './unmatched.ts';

/** The findings of dependency-cruiser below a folder. */
export interface DependencyReport {
  readonly files: number;
  /** `rule: from -> to: comment of the rule`; for a circular import, all of its files. */
  readonly violations: readonly string[];
  /** `rule: path`: the paths of rules that no file has. */
  readonly unmatched: readonly string[];
  /** Folders that import each other, with an import of each direction. */
  readonly pairs: readonly string[];
}

const outside = '(?:^|/)(?:dist|node_modules/\\.cache)/|benchmarks/peers';

/**
 * Checks the imports of every source file below `folders` against the rules, with
 * dependency-cruiser. Imports of types count, because they are read with the TypeScript compiler.
 */
export async function dependencyViolations(
  baseDir: string,
  folders: readonly string[],
): Promise<DependencyReport> {
  const { output } = await cruise(
    [...folders],
    {
      baseDir,
      validate: true,
      ruleSet: dependencyRules,
      tsPreCompilationDeps: true,
      combinedDependencies: false,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: outside },
      enhancedResolveOptions: {
        exportsFields: ['exports'],
        conditionNames: ['source', 'import', 'node', 'default', 'types'],
      },
    },
    {},
    { tsConfig: extractTSConfig(new URL('../../tsconfig.json', import.meta.url).pathname) },
  );
  const { summary, modules } = output as ICruiseResult;
  const comments = new Map(dependencyRules.forbidden?.map(({ name, comment }) => [name, comment]));
  return {
    files: summary.totalCruised,
    unmatched: unmatchedPaths(
      dependencyRules,
      modules.map(({ source }) => source),
    ),
    pairs: folderPairs(modules),
    violations: summary.violations.map(({ rule, from, to, cycle }) => {
      const path = cycle?.map(({ name }) => name).join(' -> ') ?? to;
      return `${rule.name}: ${from} -> ${path}: ${comments.get(rule.name)}`;
    }),
  };
}
