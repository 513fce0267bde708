import { isAbsolute, join, resolve } from 'node:path';
import { type Plugin, rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import ts from 'typescript';
import { entriesOf, type Package, root } from '../../lib/workspace.ts';
import { bundledInto } from '../bundle-scripts.ts';
import { type Edit, edited, type Modules } from './modules.ts';
import { entrySource } from './program.ts';

function namespaceOf(file: ts.SourceFile, library: string): string | undefined {
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const { moduleSpecifier, importClause } = statement;
    const bindings = importClause?.namedBindings;
    if (!ts.isStringLiteral(moduleSpecifier) || moduleSpecifier.text !== library) continue;
    if (bindings !== undefined && ts.isNamespaceImport(bindings)) return bindings.name.text;
    throw new Error(`${file.fileName}: import zod as a namespace`);
  }
  return undefined;
}

function leftmost(name: ts.EntityName): string {
  return ts.isIdentifier(name) ? name.text : leftmost(name.left);
}

/**
 * A module of the contract as other packages publish it: its types without its schemas. Variables
 * that hold schemas are left out, and if a type refers to a schema it is an `object`.
 */
function withoutSchemas(path: string, text: string): string {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const zod = namespaceOf(file, 'zod/mini');
  const edits: Edit[] = [];
  const isSchema = (node: ts.Node): boolean =>
    ts.isTypeReferenceNode(node) && leftmost(node.typeName) === zod;
  const mentionsSchema = (node: ts.Node): boolean =>
    isSchema(node) || (ts.forEachChild(node, mentionsSchema) ?? false);
  const visit = (node: ts.Node): void => {
    if (isSchema(node)) edits.push({ node, text: 'object' });
    else ts.forEachChild(node, visit);
  };
  for (const statement of file.statements) {
    const isAugmentation = ts.isModuleDeclaration(statement) && ts.isStringLiteral(statement.name);
    const isSchemaVariable = ts.isVariableStatement(statement) && mentionsSchema(statement);
    if (isAugmentation || isSchemaVariable) edits.push({ node: statement, text: '' });
    else visit(statement);
  }
  return edited(file, edits);
}

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
  // zod's; so are those of a package that is not a dependency, like the scripts.
  const { dependencies = {}, peerDependencies = {} } = pkg.manifest;
  const development = packages
    .map(({ manifest }) => manifest.name)
    .filter((name) => !(name in dependencies) && !(name in peerDependencies));
  const inlined = [contract, ...bundledInto(pkg, 'esm'), ...development];
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
    if (imports.some((name) => /^zod(\/|$)/.test(name)) && pkg.manifest.name !== contract) {
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
