import { cruise, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { folderPairs } from './folder-pairs.ts';
import { dependencyRules } from './rules.ts';

/** Returns the patterns that a pattern stands for, each without a choice: `a/(?:b|c)` is `a/b` and `a/c`. */
function withoutChoices(pattern: string): string[] {
  const [group, content = ''] = /\((?:\?:)?([^()]*\|[^()]*)\)/.exec(pattern) ?? [];
  if (group === undefined) return pattern.split('|');
  return content.split('|').flatMap((choice) => withoutChoices(pattern.replace(group, choice)));
}

/** Returns the paths in the repository that a part of a rule names. */
function pathsOf({ path = [], pathNot = [] }: { path?: unknown; pathNot?: unknown }): string[] {
  const paths = [path, pathNot].flat().map(String).flatMap(withoutChoices);
  // A library may be forbidden before anything imports it.
  return paths.filter((one) => !one.includes('node_modules/'));
}

/**
 * Returns the paths of rules that no file has. A rule for a folder that was renamed would otherwise
 * check nothing, and nobody would notice.
 */
export function unmatchedPaths(
  { forbidden = [] }: IFlattenedRuleSet,
  files: readonly string[],
): string[] {
  const isMatched = (path: string) => {
    // A reference to a part of the importing file's path can be any folder.
    const pattern = new RegExp(path.replaceAll(/\$\d/g, '[^/]+'));
    return files.some((file) => pattern.test(file));
  };
  const unmatched = forbidden.flatMap(({ name, from, ...rule }) =>
    [...pathsOf(from), ...('to' in rule ? pathsOf(rule.to) : [])]
      .filter((path) => !isMatched(path))
      .map((path) => `${name}: no file has the path ${path}`),
  );
  return [...new Set(unmatched)];
}

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

// What is built here, not the folder `dist` of a library: an import of a library is excluded with its
// file. Projects with packages of their own: what is installed here does not resolve their imports.
const outside =
  '^(?:packages|examples)/[^/]+/dist/|^docs/\\.vitepress/(?:cache|dist)/|(?:^|/)node_modules/\\.cache/|benchmarks/peers|examples/sign-in/|projects/(?:bunyan|signer-site)/';

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
