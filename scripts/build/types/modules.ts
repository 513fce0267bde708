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

/** Returns the specifier by which a module imports another one, with the ending of a source file. */
export function specifier(from: string, to: string): string {
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}

/** Text in place of a node. */
export interface Edit {
  readonly node: ts.Node;
  readonly text: string;
}

/** The text of a file with edits; the doc comments of the nodes stay. */
export function edited({ text }: ts.SourceFile, edits: readonly Edit[]): string {
  return edits
    .toSorted((left, right) => right.node.getStart() - left.node.getStart())
    .reduce(
      (rest, { node, text: by }) =>
        `${rest.slice(0, node.getStart())}${by}${rest.slice(node.getEnd())}`,
      text,
    );
}

/** Changes one module's declarations. */
export class ModuleEditor {
  readonly #file: ts.SourceFile;
  readonly #modules: Modules;
  readonly #edits: Edit[] = [];
  readonly #imports = new Map<string, string>();
  #appended = '';

  constructor(modules: Modules, path: string) {
    const text = modules.get(path);
    if (text === undefined) throw new Error(`${path} has no declarations`);
    this.#modules = modules;
    this.#file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  }

  /** Writes another declaration of a type; its doc comment stays. */
  replaceType(name: string, text: string): void {
    const node = this.#file.statements.find(
      (statement) =>
        (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) &&
        statement.name.text === name,
    );
    if (node === undefined) throw new Error(`${this.#file.fileName} does not declare ${name}`);
    const isExported = node.getText().startsWith('export ');
    this.#edits.push({ node, text: isExported ? text : text.replace('export ', '') });
  }

  /** Adds text at the end. */
  append(text: string): void {
    this.#appended += text;
  }

  /** Returns the name by which the module refers to a type of another module. */
  refer(name: string, from: string): string {
    const path = this.#file.fileName;
    if (from === path) return name;
    const line = `import type { ${name} as ${name}$ } from '${specifier(path, from)}';\n`;
    this.#imports.set(name, line);
    return `${name}$`;
  }

  /** The names of types of other modules. */
  get referred(): readonly string[] {
    return [...this.#imports.keys()];
  }

  /** Puts the changes into the modules. */
  save(): void {
    const text = edited(this.#file, this.#edits);
    this.#modules.set(
      this.#file.fileName,
      `${[...this.#imports.values()].join('')}${text}${this.#appended}`,
    );
  }
}
