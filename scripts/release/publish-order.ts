import type { Package } from '../lib/workspace.ts';

/**
 * Sorts packages so that each comes after those it depends on: a published package never depends on
 * one that is missing.
 *
 * @throws Error when packages depend on each other in a circle
 */
export function inOrderOfDependencies(packages: readonly Package[]): Package[] {
  const ordered: Package[] = [];
  let waiting = [...packages];
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ manifest }) => manifest.name));
    const ready = waiting.filter(({ manifest }) => {
      const needed = { ...manifest.dependencies, ...manifest.peerDependencies };
      return !Object.keys(needed).some((name) => names.has(name));
    });
    if (ready.length === 0) throw new Error(`${[...names].join(', ')} depend on each other`);
    ordered.push(...ready);
    waiting = waiting.filter((pkg) => !ready.includes(pkg));
  }
  return ordered;
}
