import type { IFlattenedRuleSet } from 'dependency-cruiser';

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
