import { posix } from 'node:path';
import type { Manifest } from '../lib/workspace.ts';

/** A link or an image of Markdown whose target is a path rather than an address. */
const relativeTarget = /(\]\()(?!\w+:|#|\/)([^)\s]+)(\))/g;

/** The address of a package's repository, as browsers open it. */
function repositoryUrl({ name, repository }: Manifest): string {
  const url = /^git\+(https:\/\/.+)\.git$/.exec(repository?.url ?? '')?.[1];
  if (url === undefined) throw new Error(`${name} does not name its repository`);
  return url;
}

/** A package's README with links that work outside the repository too. */
export function withAbsoluteLinks(text: string, manifest: Manifest): string {
  const base = `${repositoryUrl(manifest)}/blob/main`;
  return text.replaceAll(relativeTarget, (_all, open: string, target: string, close: string) => {
    const path = posix.join(manifest.repository?.directory ?? '', target);
    return `${open}${base}/${path}${close}`;
  });
}

/** The targets of a text's links that are paths. */
export function relativeLinks(text: string): string[] {
  return [...text.matchAll(relativeTarget)].map(([, , target = '']) => target);
}
