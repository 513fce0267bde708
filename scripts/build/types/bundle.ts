import { isAbsolute, join, resolve } from 'node:path';
import { type Plugin, rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { entriesOf } from '../../lib/entries.ts';
import { type Package, root } from '../../lib/workspace.ts';
import { bundledInto } from '../dependencies.ts';
import type { Modules } from './modules.ts';
import { entrySource } from './program.ts';
import { withoutSchemas } from './without-schemas.ts';

/** A file of declarations: its path below `dist`, and its text. */
export interface DeclarationFile {
  readonly path: string;
  readonly text: string;
}

const contract = '@org/payments-contract';
const contractFolder = join(root, 'packages', 'contract', 'src', '/');

/** The source of a workspace package's subpath. */
function workspaceSource(packages: readonly Package[], specifier: string): string | undefined {
  const pkg = packages.find(
    ({ manifest }) => specifier === manifest.name || specifier.startsWith(`${manifest.name}/`),
  );
  if (pkg === undefined) return undefined;
  const from = `.${specifier.slice(pkg.manifest.name.length)}`;
  const entry = entriesOf(pkg.manifest).find((one) => one.from === from);
  if (entry === undefined) throw new Error(`${specifier} is not exported`);
  return join(root, entrySource(pkg, entry.source));
}

function declarationId(source: string): string {
  return source.replace(/(?:\.d)?\.tsx?$/, '.d.ts');
}

/** Resolves modules for rollup in memory; modules of other packages stay external. */
function fromMemory(pkg: Package, packages: readonly Package[], modules: Modules): Plugin {
  const byId = new Map([...modules].map(([path, text]) => [declarationId(path), text]));
  // The contract's types are bundled into every package, because the contract's declarations import
  // zod's.
  const inlined = [contract, ...bundledInto(pkg, 'esm')];
  return {
    name: 'declarations-from-memory',
    resolveId(source, importer) {
      if (importer === undefined || isAbsolute(source)) return declarationId(source);
      if (source.startsWith('.')) return declarationId(resolve(importer, '..', source));
      const found = workspaceSource(packages, source);
      const isInlined = inlined.some((name) => source === name || source.startsWith(`${name}/`));
      if (found === undefined || !isInlined)
        return { id: source, external: true, moduleSideEffects: false };
      return declarationId(found);
    },
    load(id) {
      const text = byId.get(id);
      if (text === undefined) throw new Error(`${id} has no declarations`);
      const isForeignSchema = id.startsWith(contractFolder) && pkg.manifest.name !== contract;
      return isForeignSchema ? withoutSchemas(id, text) : text;
    },
  };
}

/** Bundles a package's declarations: a file for each entry, and files that entries share. */
export async function bundleDeclarations(
  pkg: Package,
  packages: readonly Package[],
  modules: Modules,
): Promise<DeclarationFile[]> {
  const entries = entriesOf(pkg.manifest).filter(({ files }) =>
    files.some((file) => file.endsWith('.d.ts')),
  );
  const input = Object.fromEntries(
    entries.map(({ name, source }) => [name, declarationId(join(root, entrySource(pkg, source)))]),
  );
  const bundle = await rollup({
    input,
    plugins: [fromMemory(pkg, packages, modules), dts({ respectExternal: true })],
    onwarn(warning) {
      throw new Error(`${pkg.manifest.name}: ${warning.message}`);
    },
  });
  const { output } = await bundle.generate({
    format: 'es',
    entryFileNames: '[name].d.ts',
    chunkFileNames: ({ name }) => `types/${name.replace(/\.d$/, '')}.d.ts`,
    hoistTransitiveImports: false,
  });
  await bundle.close();
  const files = output.flatMap((file) =>
    file.type === 'chunk' ? [{ path: file.fileName, text: file.code, imports: file.imports }] : [],
  );
  for (const { path, imports } of files) {
    if (imports.includes('zod') && pkg.manifest.name !== contract) {
      throw new Error(`${pkg.manifest.name}: ${path} has zod in its declarations`);
    }
  }
  return files.map(({ path, text }) => ({ path, text }));
}

/** The same declarations for CommonJS, with other file endings, also in imports. */
export function forCommonJs({ path, text }: DeclarationFile): DeclarationFile {
  return {
    path: path.replace(/\.d\.ts$/, '.d.cts'),
    text: text.replaceAll(/(from '|import ')(\.[^']*)\.js'/g, "$1$2.cjs'"),
  };
}
