/** The exports that a program can import, by module. */
export type Modules = Readonly<Record<string, () => Promise<Readonly<Record<string, unknown>>>>>;

/** Receives the output of a program. */
export type Print = (values: readonly unknown[]) => void;

const importLine = /^import \{ ([^}]+) \} from '([^']+)';$/gm;

/**
 * A program as the body of an async function: its imports become reads of the loaded modules.
 *
 * @throws SyntaxError for an import of a form that the examples do not use
 */
function bodyOf(program: string): string {
  const body = program.replaceAll(
    importLine,
    (_all, names: string, from: string) =>
      `const { ${names.replaceAll(' as ', ': ')} } = await load(${JSON.stringify(from)});`,
  );
  if (/^\s*import\s[^(]/m.test(body)) {
    throw new SyntaxError("Write imports as import { name } from 'module'; on one line.");
  }
  return `'use strict';\n${body}`;
}

type AsyncFunction = (...args: readonly unknown[]) => Promise<void>;

const AsyncFunctionOf = (async () => {}).constructor as new (...args: string[]) => AsyncFunction;

/**
 * Runs a program that a page shows, as JavaScript. Its `console.log` goes to `print`; `createMock` is
 * wrapped by `modules`, so that the page can list the requests.
 *
 * @throws the program's error, and SyntaxError for text that is not JavaScript
 */
export async function evaluate(program: string, modules: Modules, print: Print): Promise<void> {
  const load = async (name: string) => {
    const module = modules[name];
    if (module === undefined) {
      const known = Object.keys(modules).join(', ');
      throw new SyntaxError(`${name} cannot be imported here. Modules: ${known}.`);
    }
    return module();
  };
  const output = { log: (...values: unknown[]) => print(values) };
  await new AsyncFunctionOf('load', 'console', bodyOf(program))(load, output);
}

/** Formats a value for readers. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return errorText(value);
  try {
    return JSON.stringify(value, undefined, 2) ?? String(value);
  } catch {
    return String(value);
  }
}

/** Formats an error of the packages with its code and action; any other error by its message. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return shown(error);
  const { code, action } = error as { code?: unknown; action?: unknown };
  const name = typeof code === 'string' ? `${error.name} [${code}]` : error.name;
  const todo = typeof action === 'string' ? `\n${action}` : '';
  return `${name}: ${error.message}${todo}`;
}
