import type { GeneratedPage } from '../../../docs/.vitepress/generated.ts';
import { table } from '../../generate/page.ts';
import { allManifests, type Manifest } from '../../lib/workspace.ts';
import { dependencyReasons } from './reasons.ts';

const kinds = [
  ['dependencies', 'run time'],
  ['peerDependencies', 'peer'],
  ['devDependencies', 'development'],
] as const satisfies readonly (readonly [keyof Manifest, string])[];

interface Use {
  readonly name: string;
  readonly kind: string;
  readonly by: string;
}

function uses(): Use[] {
  return allManifests().flatMap(({ path, manifest }) =>
    kinds.flatMap(([field, kind]) =>
      Object.keys(manifest[field] ?? {})
        .filter((name) => !name.startsWith('@org/'))
        .map((name) => ({
          name,
          kind: path.startsWith('packages/') ? kind : 'development',
          by: path === 'package.json' ? 'the workspace' : (path.split('/').at(-2) ?? path),
        })),
    ),
  );
}

/** Returns the dependencies without a reason, and the reasons without a dependency. */
export function reasonProblems(
  names: ReadonlySet<string>,
  reasons: Readonly<Record<string, string>>,
): string[] {
  const missing = [...names].filter((name) => !Object.hasOwn(reasons, name));
  const stale = Object.keys(reasons).filter((name) => !names.has(name));
  return [
    ...missing.map((name) => `${name} has no reason`),
    ...stale.map((name) => `${name} has a reason and is not a dependency`),
  ];
}

function section(kind: string, title: string, all: readonly Use[]): string {
  const byName = Map.groupBy(
    all.filter((use) => use.kind === kind),
    ({ name }) => name,
  );
  const rows = [...byName]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, found]) => [
      `\`${name}\``,
      [...new Set(found.map(({ by }) => by))].join(', '),
      dependencyReasons[name] ?? '',
    ]);
  return [`## ${title}`, table(['Package', 'Used by', 'Why'], rows)].join('\n\n');
}

/**
 * Every dependency of the workspace with its reason.
 *
 * @throws Error when a dependency has no reason, or a reason no dependency
 */
export function dependenciesPage(): GeneratedPage {
  const all = uses();
  const problems = reasonProblems(new Set(all.map(({ name }) => name)), dependencyReasons);
  if (problems.length > 0) {
    throw new Error(`scripts/docs/dependencies/reasons.ts: ${problems.join('; ')}`);
  }
  const parts = [
    '# Dependencies',
    'Every dependency of the workspace, from the manifests and `scripts/docs/dependencies/reasons.ts`: a new one needs a reason. The libraries whose code a package bundles instead of installing them are listed in its `THIRD-PARTY-LICENSES.txt`.',
    section('run time', 'At run time', all),
    section('peer', 'Peers, installed by the user', all),
    section('development', 'Development only', all),
  ];
  return {
    slug: 'dependencies',
    title: 'Dependencies',
    description: 'Every dependency with its reason.',
    group: 'Production',
    content: `${parts.join('\n\n')}\n`,
  };
}
