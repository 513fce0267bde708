import { join } from 'node:path';
import { operations } from '@org/payments-contract';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { root } from '../../scripts/lib/workspace.ts';
import { problemsOf } from '../../scripts/native-compiler/compiler.ts';

const contract = join(root, 'packages/contract');
const pascal = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const typeName = (operation: string) => operation.split('.').map(pascal).join('');

const head = `
import type * as Source from '${contract}/src/index.ts';
import type * as Built from '${contract}/dist/index.js';
type IsAny<T> = 0 extends 1 & T ? true : false;
type Same<Left, Right> = IsAny<Left> extends true ? false : IsAny<Right> extends true ? false
  : [Left] extends [Right] ? [Right] extends [Left] ? true : false : false;
type Row = { readonly retry: string; readonly risk: string; readonly signing: string };
type Facts<R> = R extends Row
  ? [R['retry'], R['risk'], R['signing'], R extends { readonly media: 'multipart' } ? true : false,
    R extends { readonly legs: 3 } ? true : false]
  : never;`;

/** Compares every row of the contract. */
const rows = operations().map(({ name }, index) => {
  const [verb = '', resource = '', client = 'platform'] = name.split('.').reverse();
  const row = `${pascal(client)}Resources['${resource}']['${verb}']`;
  const [source, built] = [`Source.${row}`, `Built.${row}`];
  const same = [
    `Same<Source.InputOf<${source}>, Built.${typeName(name)}Input>`,
    `Same<Source.InputOf<${source}>, Built.InputOf<${built}>>`,
    `Same<Source.ResultOf<${source}>, Built.ResultOf<${built}>>`,
    `Same<Facts<${source}>, Facts<${built}>>`,
  ];
  return `export const row${index}: [${same.join(', ')}] = [true, true, true, true];`;
});

/** The types without parameters that the built declarations export, other than those of rows. */
function exportedTypes(): string[] {
  const file = join(contract, 'dist/index.d.ts');
  const module = ts.ModuleKind.NodeNext;
  const program = ts.createProgram([file], { module, skipLibCheck: true, noLib: true });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const symbol = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  if (symbol === undefined) throw new Error(`${file} is not built`);
  const ofRows = operations().flatMap(({ name }) => [
    `${typeName(name)}Input`,
    `${typeName(name)}Result`,
  ]);
  const compared = new Set(['PlatformResources', 'AgentResources', ...ofRows]);
  return checker.getExportsOfModule(symbol).flatMap((exported) => {
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
    const { declarations = [] } = isAlias ? checker.getAliasedSymbol(exported) : exported;
    const isPlain = declarations.some(
      (one) =>
        (ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one)) && !one.typeParameters,
    );
    return isPlain && !compared.has(exported.name) ? [exported.name] : [];
  });
}

test('the built declarations have the types that the compiler infers from the sources', () => {
  const names = exportedTypes();
  const types = names.map(
    (name) => `export const ${name}$: Same<Source.${name}, Built.${name}> = true;`,
  );
  expect(names.length).toBeGreaterThan(50);
  const file = join(root, 'e2e/built/as-built.check.ts');
  const text = [head, ...rows, ...types].join('\n');
  const problems = problemsOf({
    folder: root,
    extend: './tsconfig.json',
    options: { noUnusedLocals: false },
    written: new Map([[file, text]]),
    checked: [file],
  });
  expect(problems.map((one) => `${one.text} in: ${text.split('\n')[one.line - 1]}`)).toEqual([]);
});
