import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { publishedPackages, root } from '../../lib/workspace.ts';
import { problemsOf } from '../../native-compiler/problems.ts';
import { operationsModule } from './contract-modules.ts';
import { typeName } from './contract-operations.ts';
import type { Modules } from './modules.ts';
import { savedModules, type WrittenOperation, writtenModules } from './write-declarations.ts';

const folder = join(root, 'scripts/build/types');
const inferred = join(folder, 'inferred.ts');

const helpers = `
type IsAny<T> = 0 extends 1 & T ? true : false;
type Same<Left, Right> = IsAny<Left> extends true ? false : IsAny<Right> extends true ? false
  : [Left] extends [Right] ? [Right] extends [Left] ? true : false : false;
`;

/** The path of a module besides the source it was written from; and one that was changed then. */
const besides = (path: string) => path.replace(/\.ts$/, '-as-written.ts');
const changed = (path: string) => path.replace(/\.ts$/, '-as-changed.ts');

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

/** The errors of each check, by the check's name. One program compiles all checks. */
function compile(
  checks: ReadonlyMap<string, readonly string[]>,
  written: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> {
  const texts = new Map(
    [...checks].map(([name, lines]) => [
      join(folder, `${name}.check.ts`),
      `${helpers}${lines.join('\n')}\n`,
    ]),
  );
  const problems = problemsOf({
    folder: root,
    extend: './tsconfig.json',
    options: { noUnusedLocals: false },
    written: new Map([...written, ...texts]),
    checked: [...texts.keys()],
  });
  const ofNoCheck = problems.filter(({ file = '' }) => !texts.has(file));
  if (ofNoCheck.length > 0) throw new Error(ofNoCheck.map(({ text }) => text).join('\n'));
  return new Map(
    [...texts].map(([path, text]) => [
      basename(path, '.check.ts'),
      problems
        .filter(({ file }) => file === path)
        .map((problem) => `${problem.text} in: ${text.split('\n')[problem.line - 1]}`),
    ]),
  );
}

/** The paths of modules: the SDK's methods as inferred and as written, and the written operations. */
interface Compared {
  readonly methods: string;
  readonly writtenMethods: string;
  readonly writtenOperations: string;
}

function checksOfOperations(
  operations: readonly WrittenOperation[],
  { methods, writtenMethods, writtenOperations }: Compared,
): string[] {
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
    `import type * as Written from '${writtenOperations}';`,
    `import type * as Methods from '${methods}';`,
    `import type * as WrittenMethods from '${writtenMethods}';`,
    ...each,
  ];
}

/** The checks of every type that the contract's modules declare. */
function checksOfTypes(contract: Modules): string[] {
  return [...contract].flatMap(([path, text], index) => [
    `import type * as Source${index} from '${path}';`,
    `import type * as Written${index} from '${besides(path)}';`,
    ...declaredTypes(text).map(
      (name) =>
        `export const ${name}${index}: Same<Source${index}.${name}, Written${index}.${name}> = true;`,
    ),
  ]);
}

/** An operation whose written input is changed, to see that the check of it fails. */
const ofCards = "['cards']['update']";

function withLostCards(text: string): string {
  const lost = text.replace(/(interface CardsUpdateInput \{[\s\S]*?state\?: )'ACTIVE'/, "$1'LOST'");
  if (lost === text) throw new Error('CardsUpdateInput does not have the state ACTIVE');
  return lost;
}

let operations: readonly WrittenOperation[];
let checks: ReadonlyMap<string, readonly string[]>;
let problems: ReadonlyMap<string, readonly string[]>;

beforeAll(() => {
  // The packages whose types are inferred from schemas, and the one they import.
  const inferring = publishedPackages().filter(({ id }) =>
    ['contract', 'crypto', 'sdk'].includes(id),
  );
  // In `npm test` the build has just written them.
  const { modules, ...found } = savedModules() ?? writtenModules(inferring);
  operations = found.operations;
  const contract = new Map(
    [...modules].filter(
      ([path]) =>
        dirname(path).startsWith(join(root, 'packages/contract/src')) && path !== operationsModule,
    ),
  );
  const methods = homeOf(modules, '/packages/sdk/', /export interface PlatformMethods</);
  const textOf = (path: string) => modules.get(path) ?? '';
  const nameOf = (path: string) => `/${basename(path)}'`;
  const written = new Map([
    ...[...contract].map(([path, text]) => [besides(path), text] as const),
    [operationsModule, textOf(operationsModule)],
    [besides(methods), textOf(methods)],
    [changed(operationsModule), withLostCards(textOf(operationsModule))],
    [
      changed(methods),
      textOf(methods).replaceAll(nameOf(operationsModule), nameOf(changed(operationsModule))),
    ],
  ]);
  const writtenOperations = checksOfOperations(operations, {
    methods,
    writtenMethods: besides(methods),
    writtenOperations: operationsModule,
  });
  const changedOperations = checksOfOperations(operations, {
    methods,
    writtenMethods: changed(methods),
    writtenOperations: changed(operationsModule),
  }).filter((line) => line.startsWith('import') || line.includes(ofCards));
  checks = new Map([
    ['operations', writtenOperations],
    ['types', checksOfTypes(contract)],
    ['changed', changedOperations],
  ]);
  problems = compile(checks, written);
}, 300_000);

describe('the written declarations', () => {
  test('of every input, result and method are assignable to the inferred ones and back', () => {
    expect(checks.get('operations')?.length).toBeGreaterThan(operations.length * 4);
    expect(problems.get('operations')).toEqual([]);
  });

  test('of every type that is inferred from a schema are assignable to it and back', () => {
    const compared = checks.get('types')?.filter((line) => line.includes('Same<'));
    expect(compared?.length).toBeGreaterThan(50);
    expect(problems.get('types')).toEqual([]);
  });

  test('differ from types that only look like them', () => {
    const found = problems.get('changed') ?? [];
    expect(found.some((problem) => problem.includes('Written.CardsUpdateInput'))).toBe(true);
    const ofMethods = found.filter((problem) => problem.includes('const method'));
    expect(ofMethods.some((problem) => problem.includes(ofCards))).toBe(true);
  });

  test('document every operation', () => {
    for (const { name, comment } of operations) expect(comment, name).not.toBe('');
  });
});
