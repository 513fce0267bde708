import { dirname } from 'node:path';
import { cruise, type ICruiseResult, type IModule } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { dependencyRules } from './dependency-rules.ts';
import { root } from './lib/workspace.ts';

/**
 * The folders in which folders import each other nevertheless. Areas follow the nouns of the API, which
 * name each other: the receipt of a transfer is a transaction, and a customer has accounts with credentials.
 */
const mutual = ['packages/contract/src/areas', 'packages/mock/src/areas'];

/** The support of tests may import from everywhere. */
const checked =
  /^(?:packages\/[^/]+\/(?:src|scripts)|docs\/\.vitepress|benchmarks|e2e|examples|scripts)\//;
const isChecked = (path: string) => checked.test(path) && !/[.-]test(?:-d)?\.tsx?$/.test(path);

/** The two folders, below their nearest common one, that an import crosses; undefined within one. */
function crossing(from: string, to: string): readonly [string, string] | undefined {
  const [a, b] = [from.split('/').slice(0, -1), to.split('/').slice(0, -1)];
  const depth = a.findIndex((name, index) => name !== b[index]);
  if (depth === -1 || depth >= b.length) return undefined;
  return [a.slice(0, depth + 1).join('/'), b.slice(0, depth + 1).join('/')];
}

/** Returns the pairs of folders beside each other that import each other, types included. */
function folderPairs(modules: readonly IModule[]): string[] {
  const first = new Map<string, string>();
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies) {
      const isCounted = isChecked(source) && checked.test(resolved);
      const key = isCounted ? crossing(source, resolved)?.join(' -> ') : undefined;
      if (key !== undefined && !first.has(key)) first.set(key, `${source} -> ${resolved}`);
    }
  }
  return [...first].flatMap(([key, example]) => {
    const [from = '', to = ''] = key.split(' -> ');
    const back = first.get(`${to} -> ${from}`);
    if (back === undefined || from > to || mutual.includes(dirname(from))) return [];
    return [`${from} and ${to} import each other: ${example}, ${back}`];
  });
}

/** Returns the paths of rules that no file has: a rule for a renamed folder would check nothing. */
function unmatchedPaths(modules: readonly IModule[]): string[] {
  return (dependencyRules.forbidden ?? []).flatMap(({ name, from: { path = [] } }) =>
    [path]
      .flat()
      .filter((one) => !modules.some(({ source }) => new RegExp(one).test(source)))
      .map((one) => `${name}: no file has the path ${one}`),
  );
}

// What is built, and projects with packages of their own: what is installed here does not resolve their
// imports.
const outside =
  '^(?:packages|examples)/[^/]+/dist/|^docs/\\.vitepress/(?:cache|dist)/|(?:^|/)node_modules/\\.cache/|benchmarks/peers|examples/sign-in/|projects/(?:bunyan|signer-site)/';

/** Checks the imports of the repository, with dependency-cruiser and the TypeScript compiler. */
const { output } = await cruise(
  [
    'packages',
    'e2e',
    'examples',
    'benchmarks',
    'docs/.vitepress',
    'scripts',
    'vitest.workspace.ts',
  ],
  {
    baseDir: root,
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
  { tsConfig: extractTSConfig(`${root}/tsconfig.json`) },
);
const { summary, modules } = output as ICruiseResult;
const violations = summary.violations.map(({ rule, from, to, cycle }) => {
  const path = cycle?.map(({ name }) => name).join(' -> ') ?? to;
  return `${rule.name}: ${from} -> ${path}`;
});
const problems = [...violations, ...unmatchedPaths(modules), ...folderPairs(modules)];
for (const problem of problems) console.error(problem);
console.log(`${summary.totalCruised} files, ${problems.length} problems`);
process.exitCode = problems.length === 0 && summary.totalCruised > 0 ? 0 : 1;
