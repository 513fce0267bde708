import { dirname, relative } from 'node:path';
import ts from 'typescript';
import type { SourceProgram } from './program.ts';

/** The declarations of every source file, by the file's path; some are rewritten before use. */
export type Modules = Map<string, string>;

/** Returns the compiler's declarations of every file of the packages. */
export function emitModules({ program }: SourceProgram): Modules {
  const modules: Modules = new Map();
  const { diagnostics, emitSkipped } = program.emit(
    undefined,
    (_path, text, _mark, _onError, sources) => {
      for (const source of sources ?? []) modules.set(source.fileName, text);
    },
    undefined,
    true,
  );
  if (emitSkipped || diagnostics.length > 0) {
    const texts = diagnostics.map(({ messageText, file }) => {
      return `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
    });
    throw new Error(`The declarations could not be emitted:\n${texts.join('\n')}`);
  }
  return modules;
}

/**
 * Returns the specifier by which a module imports another one, with the ending of a source file.
 */
export function specifier(from: string, to: string): string {
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}

/** Changes statements of one module's declarations. */
export class ModuleEditor {
  readonly file: ts.SourceFile;
  readonly #path: string;
  readonly #modules: Modules;
  readonly #edits: { start: number; end: number; text: string }[] = [];
  readonly #imports = new Map<string, string>();

  constructor(modules: Modules, path: string) {
    const text = modules.get(path);
    if (text === undefined) throw new Error(`${path} has no declarations`);
    this.#modules = modules;
    this.#path = path;
    this.file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  }

  /** The statement that declares a type of that name, or a variable. */
  statement(name: string, kind: 'type' | 'variable'): ts.Statement {
    const found = this.file.statements.find((statement) => {
      if (kind === 'variable') {
        return (
          ts.isVariableStatement(statement) &&
          statement.declarationList.declarations.some((one) => one.name.getText() === name)
        );
      }
      const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
      return isType && statement.name.text === name;
    });
    if (found === undefined) throw new Error(`${this.#path} does not declare ${name}`);
    return found;
  }

  /** Writes other text for a node; its doc comment stays. */
  replace(node: ts.Node, text: string): void {
    this.#edits.push({ start: node.getStart(), end: node.getEnd(), text });
  }

  /** Returns the name by which the module refers to a type of another module. */
  refer(name: string, from: string): string {
    if (from === this.#path) return name;
    const local = `${name}$`;
    this.#imports.set(
      local,
      `import type { ${name} as ${local} } from '${specifier(this.#path, from)}';`,
    );
    return local;
  }

  /** Puts the changes into the modules. */
  save(): void {
    let { text } = this.file;
    for (const { start, end, text: changed } of this.#edits.sort((a, b) => b.start - a.start)) {
      text = `${text.slice(0, start)}${changed}${text.slice(end)}`;
    }
    this.#modules.set(this.#path, [...this.#imports.values(), text].join('\n'));
  }
}
