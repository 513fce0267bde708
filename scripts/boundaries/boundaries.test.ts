import { describe, expect, test } from 'vitest';
import type { Manifest, Package } from '../lib/workspace.ts';
import { boundaryViolations } from './check.ts';
import { sourceFacts } from './source-facts.ts';

function packageCalled(id: string, dependencies: string[]): Package {
  const manifest: Manifest = {
    name: `@org/payments-${id}`,
    version: '0.0.0',
    exports: { '.': { source: './src/index.ts', default: './dist/index.js' } },
    dependencies: Object.fromEntries(dependencies.map((name) => [name, '*'])),
  };
  return { id, folder: `/packages/${id}`, manifest };
}

const own = ['contract', 'crypto', 'sdk', 'mock', 'wallet'].map((id) => `@org/payments-${id}`);
const packages = ['contract', 'crypto', 'sdk', 'mock', 'wallet'].map((id) =>
  packageCalled(id, [...own, 'ky', 'msw', 'zod']),
);

function violations(...files: readonly (readonly [path: string, text: string])[]): string[] {
  return boundaryViolations(
    files.map(([path, text]) => sourceFacts(path, text)),
    packages,
  );
}

describe('what is refused', () => {
  test.each([
    ['crypto/src/a.ts', `import { x } from '@org/payments-contract';`, 'crypto may not import'],
    ['contract/src/a.ts', `export * from '@org/payments-crypto';`, 'contract may not import'],
    ['sdk/src/a.ts', `const m = await import('@org/payments-mock');`, 'sdk may not import mock'],
    ['mock/src/a.ts', `import { x } from '@org/payments-sdk';`, 'mock may not import sdk'],
    ['wallet/src/a.ts', `import { x } from '@org/payments-contract';`, 'only types from contract'],
    ['wallet/src/a.ts', `import { type A, b } from '@org/payments-contract';`, 'only types'],
    ['wallet/src/a.ts', `export * from '@org/payments-contract';`, 'only types from contract'],
    ['wallet/src/a.tsx', `import type * as z from 'zod';`, 'zod does not reach the wallet'],
    ['wallet/src/a.ts', `import { sign } from 'node:crypto';`, 'no node:crypto'],
    ['contract/src/a.ts', `type F = typeof import('fs');`, 'no fs'],
    ['mock/src/a.ts', `import { http } from 'msw';`, 'only below packages/mock/src/msw'],
    ['mock/src/a.ts', `import { setupServer } from 'msw/node';`, 'only below'],
    ['mock/src/a.ts', `import ky from 'ky';`, 'only the SDK imports ky'],
    ['sdk/src/a.ts', `import x from 'left-pad';`, 'not among the dependencies'],
    ['sdk/src/a.ts', `import x from '@org/payments-contract/src/wire.ts';`, 'is not exported'],
    [
      'sdk/src/a.ts',
      `import x from '../../contract/src/wire.ts';`,
      'reaches into packages/contract',
    ],
    ['sdk/src/a.test.ts', `import x from '../../mock/src/a.ts';`, 'reaches into packages/mock'],
    ['sdk/src/a.ts', 'export const a = (x: any) => x;', 'no `any`'],
    ['sdk/src/a.ts', 'export default 1;', 'no default export'],
    ['sdk/src/a.ts', 'export default function f() {}', 'no default export'],
    ['sdk/src/a.ts', 'const a = 1;\nexport { a as default };', 'no default export'],
    ['sdk/src/a.ts', '// @ts-ignore\nexport const a: string = 1;', 'no @ts-ignore'],
    ['sdk/src/a.ts', '\n'.repeat(301), 'has 301 lines, more than 300'],
    ['sdk/src/a.test.ts', '\n'.repeat(501), 'has 501 lines, more than 500'],
    ['sdk/src/someThing.ts', '', 'not kebab-case'],
  ])('%s: %s', (path, text, expected) => {
    const found = violations([`packages/${path}`, text]);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(expected);
  });

  test('a test in what is shipped', () => {
    const found = violations(
      ['packages/mock/src/index.ts', `export * from './rules/door.ts';`],
      ['packages/mock/src/rules/door.ts', `import { lab } from './lab.ts';`],
      ['packages/mock/src/rules/lab.ts', `import { expect } from 'vitest';`],
    );
    expect(found).toEqual([
      'packages/mock/src/index.ts:1: ships a test, by way of packages/mock/src/rules/door.ts',
    ]);
  });

  test('ky in two files of the SDK', () => {
    const found = violations(
      ['packages/sdk/src/a.ts', `import ky from 'ky';`],
      ['packages/sdk/src/b.ts', `import { isNetworkError } from 'ky';`],
    );
    expect(found).toEqual(['packages/sdk/src/b.ts:1: ky has one home, packages/sdk/src/a.ts']);
  });
});

describe('what is allowed', () => {
  test('anything in what is built on tests', () => {
    const found = violations(
      ['packages/mock/src/rules/door.ts', `import './lab.ts';\nimport { http } from 'msw';`],
      ['packages/mock/src/rules/lab.ts', `import { expect } from 'vitest';`],
    );
    expect(found).toEqual([]);
  });

  test.each([
    ['packages/sdk/src/a.ts', `import { x } from '@org/payments-contract';`],
    ['packages/wallet/src/a.ts', `import type { X } from '@org/payments-contract';`],
    ['packages/wallet/src/a.ts', `import { type X, type Y } from '@org/payments-contract';`],
    ['packages/wallet/src/a.ts', `type X = import('@org/payments-contract').Card;`],
    ['packages/wallet/src/a.ts', `const c = await import('@org/payments-crypto');`],
    ['packages/wallet/src/a.test.ts', `import { readFileSync } from 'node:fs';`],
    ['packages/mock/src/msw/a.ts', `import { http } from 'msw';`],
    ['packages/mock/src/a.test.ts', `import { http } from 'msw';`],
    ['packages/sdk/src/a.test.ts', `import { createMock } from '@org/payments-mock';`],
    ['packages/sdk/tsup.config.ts', 'export default {};'],
    ['packages/sdk/src/a.ts', `const text = "import x from 'left-pad'";`],
    ['packages/sdk/src/a.ts', '// any import from msw is fine in a comment, export default too'],
    ['packages/sdk/src/a.ts', 'switch (1) {\n  default:\n}'],
    ['packages/wallet/scripts/a.ts', `import { createMock } from '@org/payments-mock';`],
    ['packages/mock/src/rules.ts', `import { expect } from 'vitest';`],
    ['packages/mock/test/lab/door.ts', `import { http } from 'msw';`],
    ['scripts/a.ts', `import { x } from '../packages/sdk/src/a.ts';`],
    ['e2e/flows/a.test.ts', `import { createMock } from '@org/payments-mock';`],
  ])('%s: %s', (path, text) => {
    expect(violations([path, text])).toEqual([]);
  });
});
