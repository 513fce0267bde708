import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { API, type Diagnostic } from 'typescript/unstable/sync';
import { type Finished, run } from '../lib/run.ts';
import { root } from '../lib/workspace.ts';

const compiler = join(root, 'scripts/native-compiler/node_modules/typescript/bin/tsc');

/**
 * Settings of the compiler, which is a Go program: it collects garbage only above this much memory,
 * because a third of its time would be for that.
 */
const memorySettings = { GOGC: 'off', GOMEMLIMIT: '3GiB' } as const;

/** Runs the native compiler with arguments of `tsc`. */
function runCompiler(...args: string[]): Promise<Finished> {
  return run(process.execPath, [compiler, '--pretty', 'false', ...args], { env: memorySettings });
}

/** What to compile: some files, and where the compiler finds all others. */
export interface Check {
  /** Where the compiler runs: relative paths and type packages are found from here. */
  readonly folder: string;
  /** The `tsconfig.json` to extend, by its path from the folder. */
  readonly extend?: string;
  /** `compilerOptions`, as in a `tsconfig.json`. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Files that only the compiler sees, by absolute path. They replace those on disk. */
  readonly written: ReadonlyMap<string, string>;
  /** The absolute paths of the files to check. The files that they import are only read. */
  readonly checked: readonly string[];
}

/** An error of the compiler. */
export interface Problem {
  /** Absolute path; undefined for an error of the options. */
  readonly file: string | undefined;
  /** The line of the file, counted from 1; 0 without a file. */
  readonly line: number;
  /** The message and what explains it, on lines of their own. */
  readonly text: string;
}

/** Starts the compiler. It inherits the environment. */
function startCompiler(folder: string, files: ReadonlyMap<string, string>): API {
  const before = { ...process.env };
  const folders = new Set([...files.keys()].map(dirname));
  Object.assign(process.env, memorySettings);
  try {
    return new API({
      cwd: folder,
      // Undefined means: look on disk.
      fs: {
        readFile: (path) => files.get(path),
        fileExists: (path) => files.has(path) || undefined,
        directoryExists: (path) => folders.has(path) || undefined,
      },
    });
  } finally {
    for (const name of Object.keys(memorySettings)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

function messageOf({ text, messageChain = [] }: Diagnostic, indent = ''): string {
  const causes = messageChain.map((cause) => `\n${messageOf(cause, `${indent}  `)}`);
  return `${indent}${text}${causes.join('')}`;
}

/** Returns the errors in the checked files, and those of the options. */
export function problemsOf({ folder, extend, options, written, checked }: Check): Problem[] {
  const config = join(folder, 'tsconfig.only-for-the-compiler.json');
  const settings = { extends: extend, compilerOptions: options, include: [], files: checked };
  const files = new Map(written).set(config, JSON.stringify(settings));
  const textOf = (path: string) => files.get(path) ?? readFileSync(path, 'utf8');
  const toProblem = (diagnostic: Diagnostic): Problem => {
    const { fileName: file, pos } = diagnostic;
    const before = file === undefined ? undefined : textOf(file).slice(0, pos);
    return { file, line: before?.split('\n').length ?? 0, text: messageOf(diagnostic) };
  };
  const compiler = startCompiler(folder, files);
  try {
    const project = compiler.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (project === undefined) throw new Error(`The compiler did not open ${config}`);
    const { program } = project;
    const found = [
      ...program.getConfigFileParsingDiagnostics(),
      ...program.getProgramDiagnostics(),
      ...program.getGlobalDiagnostics(),
    ];
    const read = new Set(program.getSourceFileNames());
    for (const path of checked) {
      if (!read.has(path)) throw new Error(`The compiler did not read ${path}`);
      found.push(...program.getSyntacticDiagnostics(path), ...program.getSemanticDiagnostics(path));
    }
    return found.map(toProblem);
  } finally {
    compiler.close();
  }
}

/**
 * Checks the types of the whole repository: `npm run typecheck`. With `--checkers 1` it takes the least
 * time of all cores together.
 */
if (import.meta.main) {
  const { ok, output } = await runCompiler('--noEmit', ...process.argv.slice(2));
  if (output !== '') console.log(output.trimEnd());
  process.exitCode = ok ? 0 : 1;
}
