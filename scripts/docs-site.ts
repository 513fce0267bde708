import { cpSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { basePath, version } from '../docs/.vitepress/release.ts';
import { assembleSite, fetchPublished, pushSite } from './docs/site/publish.ts';
import { runScript } from './lib/run.ts';
import { root } from './lib/workspace.ts';

/**
 * Publishes the documentation of a release, in two steps so that the one with a credential runs no
 * other code:
 *
 * `docs-site.ts build --published <remote> --into <folder>` builds the site of this version twice, for
 * the root and for `v/<minor>/`, and adds what the remote's branch `gh-pages` has of other versions.
 *
 * `docs-site.ts push --from <folder> --to <remote>` replaces that branch by the folder.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    published: { type: 'string' },
    into: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    tag: { type: 'string' },
  },
});

function required(name: 'published' | 'into' | 'from' | 'to'): string {
  const value = values[name];
  if (value === undefined) throw new Error(`--${name} is missing`);
  return value;
}

/** Builds the site for the root, or for the folder of its version, and copies it. */
async function built(forVersion: boolean, into: string): Promise<string> {
  process.env.DOCS_RELEASE = forVersion ? '1' : '0';
  const { ok, output } = await runScript('scripts/docs.ts', 'build', '--no-build');
  if (!ok) throw new Error(`The site cannot be built:\n${output}`);
  cpSync(join(root, 'docs/.vitepress/dist'), into, { recursive: true });
  return into;
}

async function build(): Promise<void> {
  if (values.tag !== undefined && values.tag !== `v${version}`) {
    throw new Error(`${values.tag} is not the version ${version}`);
  }
  const [remote, into] = [required('published'), resolve(required('into'))];
  const base = basePath({});
  using work = mkdtempDisposableSync(join(tmpdir(), 'docs-site-'));
  fetchPublished(remote, into);
  const forVersion = await built(true, join(work.path, 'version'));
  const forRoot = await built(false, join(work.path, 'root'));
  const lines = assembleSite({ version, base, forRoot, forVersion, into });
  console.log(`${into} has the documentation of ${lines.map(({ minor }) => minor).join(', ')}.`);
}

const [command] = positionals;
if (command === 'build') await build();
else if (command === 'push') pushSite(resolve(required('from')), required('to'), version);
else throw new Error(`${command ?? 'nothing'} is not a command: use build or push`);
