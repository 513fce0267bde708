import { dirname, join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { publishedPackages, root } from '../../lib/workspace.ts';
import { operationsModule } from './contract-modules.ts';
import { typeName } from './contract-operations.ts';
import type { Modules } from './modules.ts';
import type { FoundOperation } from './operations.ts';
import { compilerOptions } from './program.ts';
import { writtenModules } from './write-declarations.ts';

/** Time for a program over all packages on a busy machine. */
const patience = { timeout: 300_000 };

const checkFile = join(root, 'scripts/build/types/check.ts');
const inferred = join(root, 'scripts/build/types/inferred.ts');

const helpers = `
type IsAny<T> = 0 extends 1 & T ? true : false;
type Same<Left, Right> = IsAny<Left> extends true ? false : IsAny<Right> extends true ? false
  : [Left] extends [Right] ? [Right] extends [Left] ? true : false : false;
`;

function besides(path: string): string {
  return path.replace(/\.ts$/, '-as-written.ts');
}

/** The module among the written ones that declares a type. */
function homeOf(modules: Modules, folder: string, declaration: RegExp): string {
  const [found] = [...modules].find(
    ([path, text]) => path.includes(folder) && declaration.test(text),
  ) ?? [undefined];
  if (found === undefined) throw new Error(`${declaration} is not declared in ${folder}`);
  return found;
}

function declaredTypes(text: string): string[] {
  return [...text.matchAll(/^export (?:interface|type) (\w+)(?: \{| =)/gm)].map(
    ([, name]) => name ?? '',
  );
}

/** Compiles checks of the written modules against the sources. */
function problemsOf(checks: readonly string[], written: ReadonlyMap<string, string>): string[] {
  const files = new Map(written).set(checkFile, `${helpers}${checks.join('\n')}\n`);
  const options = {
    ...compilerOptions(),
    emitDeclarationOnly: false,
    noEmit: true,
    declaration: false,
    noUnusedLocals: false,
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.getSourceFile = (path, target, ...rest) => {
    const text = files.get(path);
    if (text === undefined) return getSourceFile(path, target, ...rest);
    return ts.createSourceFile(path, text, target, true);
  };
  const program = ts.createProgram([checkFile], options, host);
  const source = program.getSourceFile(checkFile);
  return program.getSemanticDiagnostics(source).map(({ messageText, start }) => {
    const line = source?.text.slice(0, start).split('\n').length ?? 0;
    const text = source?.text.split('\n')[line - 1];
    return `${ts.flattenDiagnosticMessageText(messageText, ' ')} in: ${text}`;
  });
}

function checksOfOperations(operations: readonly FoundOperation[], methods: string): string[] {
  const clients = { platform: ['Platform', ['false', 'true']], agent: ['Agent', ['']] } as const;
  const each = operations.flatMap((operation, index) => {
    const { client, resource, verb } = operation;
    const [name, bounds] = clients[client.table];
    const from = `Inferred.Inferred${name}['${resource}']['${verb}']`;
    const row = `Written.${name}Resources['${resource}']['${verb}']`;
    const types = `NonNullable<${row}['~types']>`;
    return [
      `export const input${index}: Same<${from}['input'], Written.${typeName(operation)}Input> = true;`,
      `export const named${index}: Same<${types}['input'], Written.${typeName(operation)}Input> = true;`,
      `export const result${index}: Same<${from}['result'], ${types}['result']> = true;`,
      ...bounds.map((bound) => {
        const table = bound === '' ? `${name}Methods` : `${name}Methods<${bound}>`;
        const member = `${table}['${resource}']['${verb}']`;
        return `export const method${index}${bound}: Same<Methods.${member}, WrittenMethods.${member}> = true;`;
      }),
    ];
  });
  return [
    `import type * as Inferred from '${inferred}';`,
    `import type * as Written from '${operationsModule}';`,
    `import type * as Methods from '${methods}';`,
    `import type * as WrittenMethods from '${besides(methods)}';`,
    ...each,
  ];
}

let modules: Modules;
let operations: readonly FoundOperation[];

beforeAll(() => {
  ({ modules, operations } = writtenModules(publishedPackages()));
}, patience.timeout);

function operationChecks(): { checks: string[]; written: Map<string, string> } {
  const methods = homeOf(modules, '/packages/sdk/', /export interface PlatformMethods</);
  const written = new Map([
    [operationsModule, modules.get(operationsModule) ?? ''],
    [besides(methods), modules.get(methods) ?? ''],
  ]);
  return { checks: checksOfOperations(operations, methods), written };
}

describe('the written declarations', () => {
  test(
    'of every input, result and method are assignable to the inferred ones and back',
    patience,
    () => {
      const { checks, written } = operationChecks();
      expect(checks.length).toBeGreaterThan(operations.length * 4);
      expect(problemsOf(checks, written)).toEqual([]);
    },
  );

  test(
    'of every type that is inferred from a schema are assignable to it and back',
    patience,
    () => {
      const contract = [...modules].filter(
        ([path]) =>
          dirname(path).startsWith(join(root, 'packages/contract/src')) &&
          path !== operationsModule,
      );
      const written = new Map(contract.map(([path, text]) => [besides(path), text]));
      written.set(operationsModule, modules.get(operationsModule) ?? '');
      const checks = contract.flatMap(([path, text], index) => [
        `import type * as Source${index} from '${path}';`,
        `import type * as Written${index} from '${besides(path)}';`,
        ...declaredTypes(text).map(
          (name) =>
            `export const ${name}${index}: Same<Source${index}.${name}, Written${index}.${name}> = true;`,
        ),
      ]);
      expect(checks.filter((line) => line.includes('Same<')).length).toBeGreaterThan(50);
      expect(problemsOf(checks, written)).toEqual([]);
    },
  );

  test('differ from types that only look like them', patience, () => {
    const { checks, written } = operationChecks();
    const text = modules.get(operationsModule) ?? '';
    const changed = text.replace(
      /(interface CardsUpdateInput \{[\s\S]*?state\?: )'ACTIVE'/,
      "$1'LOST'",
    );
    expect(changed).not.toBe(text);
    const problems = problemsOf(checks, written.set(operationsModule, changed));
    expect(problems.some((problem) => problem.includes('Written.CardsUpdateInput'))).toBe(true);
    expect(
      problems.some(
        (problem) => problem.includes('method') && problem.includes("['cards']['update']"),
      ),
    ).toBe(true);
  });

  test('document every operation', () => {
    for (const { name, comment } of operations) expect(comment, name).not.toBe('');
  });
});
