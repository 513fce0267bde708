import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { writeLlmsFiles } from './docs/llms.ts';
import { writePages } from './docs/write-pages.ts';
import { environment, runScript } from './lib/run.ts';
import { root } from './lib/workspace.ts';

/**
 * Serves or builds the documentation site: `docs.ts dev` or `docs.ts build`. The pages of
 * operations, errors, events and exports are generated from the packages first; `--no-build` uses
 * the existing build.
 */
const [command = 'dev', ...args] = process.argv.slice(2);
const docs = join(root, 'docs');

if (!args.includes('--no-build')) {
  const built = await runScript('scripts/build.ts');
  if (!built.ok) throw new Error(`The packages cannot be built:\n${built.output}`);
}
const started = performance.now();
console.log(`${await writePages()} pages made from the packages in ${seconds(started)}`);

const rest = args.filter((argument) => argument !== '--no-build');
const vitepress = spawn('vitepress', [command, docs, ...rest], {
  cwd: root,
  // A build creates many short-lived objects: more room for them halves the time of the garbage
  // collector.
  env: environment({ NODE_OPTIONS: '--max-semi-space-size=128' }),
  stdio: 'inherit',
});
const code = await new Promise<number>((resolve) => {
  vitepress.on('error', () => resolve(1));
  vitepress.on('close', (status) => resolve(status ?? 1));
});
if (code === 0 && command === 'build') {
  const files = writeLlmsFiles();
  console.log(`site built in ${seconds(started)}; ${files.join(', ')} written`);
}
process.exit(code);

function seconds(from: number): string {
  return `${((performance.now() - from) / 1000).toFixed(1)} s`;
}
