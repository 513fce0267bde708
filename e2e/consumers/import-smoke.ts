import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { run } from '../../scripts/lib/run.ts';
import type { ExportTarget, Manifest } from '../../scripts/lib/workspace.ts';
import { importedPackages } from '../../scripts/pack/packed-manifest.ts';
import { readText } from './commands.ts';
import type { Consumer, Installed } from './layout.ts';

/** A program that does not end after its work also keeps its users' processes alive. */
const limit = { timeoutSeconds: 60 };

/** One module a consumer can import. */
export interface Specifier {
  readonly specifier: string;
  /** Whether importing it loads an optional peer. */
  readonly needsPeer: boolean;
}

function fileFor(target: ExportTarget | undefined, condition: string): string | undefined {
  if (target === null || target === undefined) return undefined;
  if (typeof target === 'string') return target;
  return fileFor(target[condition] ?? target.node ?? target.default, condition);
}

function loadsPeer(file: string, manifest: Manifest, seen = new Set<string>()): boolean {
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  const peers = Object.keys(manifest.peerDependencies ?? {});
  if (importedPackages(text).some((name) => peers.includes(name))) return true;
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .some(({ fileName }) => loadsPeer(resolve(dirname(file), fileName), manifest, seen));
}

/** Every subpath that the packed packages export. */
export function specifiers(installed: readonly Installed[]): Specifier[] {
  return installed.flatMap(({ manifest, folder }) =>
    Object.entries(manifest.exports ?? {})
      .filter(([, target]) => typeof target === 'object' && target !== null)
      .map(([subpath, target]) => ({
        specifier: `${manifest.name}${subpath.slice(1)}`,
        needsPeer: loadsPeer(join(folder, fileFor(target, 'import') ?? ''), manifest),
      })),
  );
}

const report = `found => console.log(JSON.stringify(Object.fromEntries(found)))`;

function program(names: readonly string[], system: 'import' | 'require'): string {
  const list = JSON.stringify(names);
  const keys = `Object.keys(module).filter(key => key !== 'default' && key !== 'module.exports').sort()`;
  return `Promise.all(${list}.map(async name => {
  const module = ${system === 'import' ? 'await import(name)' : 'require(name)'};
  return [name, ${keys}];
})).then(${report});\n`;
}

async function exportsBySystem(
  { folder }: Consumer,
  names: readonly string[],
  system: 'import' | 'require',
  flags: readonly string[],
  node: string,
): Promise<Record<string, string[]>> {
  const file = join(folder, system === 'import' ? 'smoke.mjs' : 'smoke.cjs');
  writeFileSync(file, program(names, system));
  const { ok, output } = await run(node, [...flags, file], { cwd: folder, ...limit });
  if (!ok) throw new Error(`${system} of ${names.join(', ')}:\n${output}`);
  return JSON.parse(output) as Record<string, string[]>;
}

/** Scripts that a thread runs: they export nothing, and importing them does nothing. */
const threadScripts = ['@org/payments-sdk/journal/thread'];

/**
 * Imports and requires modules in fresh processes and compares what they export. `flags` can
 * disable loading ES modules by `require`, which older versions of Node cannot do.
 */
export async function importSmoke(
  consumer: Consumer,
  names: readonly string[],
  flags: readonly string[],
  node: string,
): Promise<string[]> {
  if (names.length === 0) return [];
  const [esm, cjs] = await Promise.all([
    exportsBySystem(consumer, names, 'import', [], node),
    exportsBySystem(consumer, names, 'require', flags, node),
  ]);
  return names.flatMap((name) => {
    const isScript = threadScripts.includes(name);
    if ((esm[name]?.length === 0) !== isScript)
      return [`${name} exports ${esm[name]?.length} names`];
    const same = JSON.stringify(esm[name]) === JSON.stringify(cjs[name]);
    return same ? [] : [`${name} exports ${esm[name]} to ES modules, ${cjs[name]} to CommonJS`];
  });
}

/** Makes a signed change with the installed packages, from both module systems. */
export async function runSignedChange({ folder }: Consumer, node: string): Promise<string[]> {
  const source = readText('e2e/consumers/programs/signed-change.ts');
  const formats = [
    ['mjs', ts.ModuleKind.ESNext],
    ['cjs', ts.ModuleKind.CommonJS],
  ] as const;
  const results = formats.map(async ([ending, module]) => {
    const file = join(folder, `signed-change.${ending}`);
    const compilerOptions = { module, target: ts.ScriptTarget.ES2023 };
    writeFileSync(
      file,
      ts.transpileModule(`${source}signedChange();`, { compilerOptions }).outputText,
    );
    const { ok, output } = await run(node, [file], { cwd: folder, ...limit });
    return ok ? [] : [`signed-change.${ending} failed:\n${output}`];
  });
  return (await Promise.all(results)).flat();
}
