import { join } from 'node:path';
import ts from 'typescript';

/** The information that an editor shows about a program in a consumer's project. */
export interface Editor {
  /** The names offered at the mark written as a comment, each with its documentation. */
  completions(mark: string): ReadonlyMap<string, string>;
  /** The type and the documentation of the expression after the mark. */
  hover(mark: string): string;
  /** Every compile error, with its related information. */
  errors(): string[];
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  strict: true,
  skipLibCheck: true,
};

/** Parses each declaration once for all programs. */
const registry = ts.createDocumentRegistry();
let opened = 0;

/** Opens a program in a consumer's project as an editor does, with the language service. */
export function openInEditor(folder: string, text: string): Editor {
  opened += 1;
  const file = join(folder, `program-${opened}.mts`);
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const content = name === file ? text : ts.sys.readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: (compiler) => ts.getDefaultLibFilePath(compiler),
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: (name) => (name === file ? text : ts.sys.readFile(name)),
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    ...(ts.sys.realpath === undefined ? {} : { realpath: ts.sys.realpath }),
  };
  const service = ts.createLanguageService(host, registry);
  const after = (mark: string) => {
    const start = text.indexOf(`/*${mark}*/`);
    if (start < 0) throw new Error(`The program does not have the mark ${mark}`);
    return start + mark.length + 4;
  };
  return {
    completions(mark) {
      const position = after(mark);
      const { entries = [] } = service.getCompletionsAtPosition(file, position, undefined) ?? {};
      return new Map(
        entries.map(({ name, source }) => {
          const details = service.getCompletionEntryDetails(
            file,
            position,
            name,
            undefined,
            source,
            undefined,
            undefined,
          );
          return [name, ts.displayPartsToString(details?.documentation)];
        }),
      );
    },
    hover(mark) {
      const info = service.getQuickInfoAtPosition(file, after(mark));
      const documentation = ts.displayPartsToString(info?.documentation);
      return `${ts.displayPartsToString(info?.displayParts)}\n${documentation}`;
    },
    errors: () =>
      service
        .getSemanticDiagnostics(file)
        .map(({ messageText, relatedInformation = [] }) =>
          [messageText, ...relatedInformation.map((related) => related.messageText)]
            .map((message) => ts.flattenDiagnosticMessageText(message, '\n'))
            .join('\n'),
        ),
  };
}
