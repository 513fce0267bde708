import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { generatedSnippets } from './docs/generated-snippets.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Snippet {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** A `ts` or `tsx` block, and the declarations a comment `<!-- with: … -->` before it adds. */
const block =
  /(?:<!-- with: (?<given>[\s\S]*?) -->\s*)?^```(?<language>tsx?)\n(?<code>[\s\S]*?)^```/gm;

function snippetsOf(file: string): Snippet[] {
  const text = readFileSync(`${root}${file}`, 'utf8');
  return [...text.matchAll(block)].map((match) => {
    const { given = '', language = 'ts', code = '' } = match.groups ?? {};
    const line = text.slice(0, match.index).split('\n').length;
    const name = `${file.replaceAll('/', '-')}-${line}.snippet.${language}`;
    return { file: name, line, text: `${given.replaceAll('\n', ' ')}\n${code}\nexport {};\n` };
  });
}

/** The `js` blocks of a file that are not JavaScript. They are parsed only: most are excerpts. */
function unparsable(file: string): string[] {
  const text = readFileSync(`${root}${file}`, 'utf8');
  return [...text.matchAll(/^```js\n([\s\S]*?)^```/gm)].flatMap((match) => {
    const line = text.slice(0, match.index).split('\n').length;
    const source = ts.transpileModule(match[1] ?? '', {
      fileName: 'block.js',
      reportDiagnostics: true,
      compilerOptions: { allowJs: true, target: ts.ScriptTarget.ESNext },
    });
    return (source.diagnostics ?? []).map(({ messageText }) => {
      return `${file}:${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n  ')}`;
    });
  });
}

function check(snippets: readonly Snippet[]): string[] {
  const config = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  const byPath = new Map(snippets.map((snippet) => [`${root}${snippet.file}`, snippet]));
  const compiler = { ...options, noUnusedLocals: false, noUnusedParameters: false };
  const host = ts.createCompilerHost(compiler);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => byPath.has(path) || fileExists(path);
  host.readFile = (path) => byPath.get(path)?.text ?? readFile(path);
  host.getSourceFile = (path, target, ...rest) => {
    const snippet = byPath.get(path);
    if (snippet === undefined) return getSourceFile(path, target, ...rest);
    return ts.createSourceFile(path, snippet.text, target);
  };
  const program = ts.createProgram([...byPath.keys()], compiler, host);
  return [...byPath].flatMap(([path, snippet]) => {
    const source = program.getSourceFile(path);
    if (source === undefined) return [`${snippet.file}: not read`];
    const problems = [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ];
    return problems.map(({ messageText }) => {
      return `${snippet.file}: ${ts.flattenDiagnosticMessageText(messageText, '\n  ')}`;
    });
  });
}

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
});
const files = listed.trim().split('\n');
const snippets = [
  ...files.flatMap(snippetsOf),
  ...generatedSnippets().map(({ name, text }) => ({
    file: `${name}.snippet.ts`,
    line: 1,
    text: `${text}\nexport {};\n`,
  })),
];
const problems = [...check(snippets), ...files.flatMap(unparsable)];
for (const problem of problems) console.error(problem);
console.log(`${snippets.length} documented examples, ${problems.length} problems`);
process.exitCode = problems.length === 0 && snippets.length > 0 ? 0 : 1;
