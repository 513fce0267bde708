import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { publishedPackages, root } from '../../lib/workspace.ts';
import { problemsOf as compile } from '../../native-compiler/problems.ts';
import { operationsModule } from './contract-modules.ts';
import { typeName } from './contract-operations.ts';
import type { Modules } from './modules.ts';
import { savedModules, type WrittenOperation } from './saved-modules.ts';
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

/** Compiles checks of written modules, which stand beside the sources they are written from. */
function problemsOf(checks: readonly string[], modules: ReadonlyMap<string, string>): string[] {
  const text = `${helpers}${checks.join('\n')}\n`;
  const found = compile({
    folder: root,
    extend: './tsconfig.json',
    options: { noUnusedLocals: false },
    written: new Map(modules).set(checkFile, text),
    checked: [checkFile],
  });
  return found.map((problem) => `${problem.text} in: ${text.split('\n')[problem.line - 1]}`);
}

function checksOfOperations(operations: readonly WrittenOperation[], methods: string): string[] {
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
let operations: readonly WrittenOperation[];

beforeAll(() => {
  // The packages whose types are inferred from schemas, and the one they import.
  const inferring = publishedPackages().filter(({ id }) =>
    ['contract', 'crypto', 'sdk'].includes(id),
  );
  // In `npm test` the build has just written them.
  ({ modules, operations } = savedModules() ?? writtenModules(inferring));
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
    const ofCards = checks.filter(
      (check) => check.startsWith('import') || check.includes("['cards']['update']"),
    );
    const problems = problemsOf(ofCards, written.set(operationsModule, changed));
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
