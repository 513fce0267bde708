import { join, posix } from 'node:path';
import { pageOf } from '../../docs/.vitepress/markdown/links.ts';
import { type Manifest, root } from '../lib/workspace.ts';

/** A link or an image of Markdown whose target is a path rather than an address. */
const relativeTarget = /(\]\()(?!\w+:|#|\/)([^)\s]+)(\))/g;

/** The address of a package's repository, as browsers open it. */
function repositoryUrl({ name, repository }: Manifest): string {
  const url = /^git\+(https:\/\/.+)\.git$/.exec(repository?.url ?? '')?.[1];
  if (url === undefined) throw new Error(`${name} does not name its repository`);
  return url;
}

/** The address of a file: of its page on the documentation site, or of the file in the repository. */
function addressOf(target: string, manifest: Manifest): string {
  const [file = '', anchor] = target.split('#');
  const path = posix.join(manifest.repository?.directory ?? '', file);
  const page = pageOf(join(root, path));
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (page === undefined) return `${repositoryUrl(manifest)}/blob/main/${path}${hash}`;
  return `${(manifest.homepage ?? '').replace(/\/$/, '')}${page}${hash}`;
}

/** A package's README with links that work outside the repository too. */
export function withAbsoluteLinks(text: string, manifest: Manifest): string {
  return text.replaceAll(
    relativeTarget,
    (_all, open: string, target: string, close: string) =>
      `${open}${addressOf(target, manifest)}${close}`,
  );
}

/** The targets of links in Markdown that are paths. */
export function relativeLinks(text: string): string[] {
  return [...text.matchAll(relativeTarget)].map(([, , target = '']) => target);
}
