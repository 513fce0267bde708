import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderPairs } from './folder-pairs.ts';
import { dependencyRules } from './rules.ts';
import { dependencyViolations, unmatchedPaths } from './violations.ts';

describe('rules of imports', () => {
  const packages = ['contract', 'crypto', 'sdk', 'mock', 'mcp', 'relay', 'wallet'] as const;
  const libraries = ['ky', 'msw', 'zod', 'vitest', 'left-pad', 'of-the-root'];

  /** Each rule, and files that break only this rule: `path: text`, in one repository. */
  const broken: readonly (readonly [rule: string, path: string, text: string])[] = [
    ['leaves', 'packages/crypto/src/a.ts', `import '@org/payments-contract';`],
    ['server-packages', 'packages/sdk/src/a.ts', `await import('@org/payments-mock');`],
    ['server-packages', 'packages/mock/src/a.ts', `import type { X } from '@org/payments-sdk';`],
    ['mcp', 'packages/mcp/src/a.ts', `import '@org/payments-mock';`],
    ['relay', 'packages/relay/src/a.ts', `import '@org/payments-mock';`],
    ['protocol', 'packages/relay/src/protocol/a.ts', `import '@org/payments-crypto';`],
    ['wallet', 'packages/wallet/src/a.ts', `import '@org/payments-sdk';`],
    [
      'wallet-types-only',
      'packages/wallet/src/b.ts',
      `import { x } from '@org/payments-contract';`,
    ],
    [
      'wallet-types-only',
      'packages/wallet/src/c.ts',
      `import { type X, x } from '@org/payments-contract';\nexport const y: X = x;`,
    ],
    ['internal-alone', 'packages/contract/src/internal/a.ts', `import '../index.ts';`],
    ['by-name', 'packages/sdk/src/b.ts', `import '../../contract/src/index.ts';`],
    ['by-name-outside', 'e2e/a.test.ts', `import '../packages/mock/src/index.ts';`],
    ['engine-without-areas', 'packages/mock/src/engine/a.ts', `import '../areas/index.ts';`],
    [
      'format-without-areas',
      'packages/contract/src/format/a.ts',
      `import '../areas/cards/operations.ts';`,
    ],
    ['call-without-builders', 'packages/sdk/src/call/a.ts', `import '../client/methods.ts';`],
    [
      'areas-by-declaration',
      'packages/mock/src/areas/agents/a.ts',
      `import { x } from '../cards/index.ts';`,
    ],
    ['source-without-tests', 'packages/sdk/src/c.ts', `import '../test/support.ts';`],
    ['source-without-tests', 'packages/mock/src/b.ts', `import { expect } from 'vitest';`],
    ['no-circle', 'packages/crypto/src/circle.ts', `import './circle-2.ts';`],
    [
      'no-circle',
      'packages/crypto/src/types.ts',
      `import type { Y } from './types-2.ts';\nexport type X = Y;`,
    ],
    ['no-node-modules', 'packages/wallet/src/d.ts', `import 'node:crypto';`],
    ['no-node-modules', 'packages/contract/src/b.ts', `export type F = typeof import('node:fs');`],
    ['msw-home', 'packages/mock/src/c.ts', `import 'msw';`],
    ['ky-home', 'packages/sdk/src/e.ts', `import ky from 'ky';`],
    ['no-zod-in-wallet', 'packages/wallet/src/e.tsx', `import type * as z from 'zod';`],
    ['declared', 'packages/sdk/src/f.ts', `import 'left-pad';`],
    ['declared', 'packages/mcp/src/f.ts', `import 'of-the-root';`],
    ['resolvable', 'packages/sdk/src/g.ts', `import '@org/payments-contract/src/index.ts';`],
  ];

  /** Files that the ones above import, and files that break no rule. */
  const fine: readonly (readonly [path: string, text: string])[] = [
    ...packages.map((id) => [`packages/${id}/src/index.ts`, 'export const x = 1;'] as const),
    ['packages/crypto/src/circle-2.ts', `import './circle.ts';`],
    ['packages/crypto/src/types-2.ts', `import type { X } from './types.ts';\nexport type Y = X;`],
    ['packages/contract/src/areas/cards/operations.ts', 'export const x = 1;'],
    ['packages/mock/src/areas/index.ts', `export * from './cards/index.ts';`],
    ['packages/mock/src/areas/cards/cards.ts', 'export const x = 1;'],
    ['packages/mock/src/areas/cards/index.ts', `export * from './cards.ts';`],
    ['packages/mock/src/engine/fine.test.ts', `import '../areas/index.ts';`],
    ['packages/mock/src/msw/handlers.ts', `import 'msw';`],
    ['packages/sdk/src/client/methods.ts', `import '../call/fine.ts';`],
    ['packages/sdk/src/call/fine.ts', `import '@org/payments-contract';`],
    ['packages/sdk/src/transport/fetch/over-ky.ts', `import 'ky';`],
    ['packages/sdk/src/fine.test.ts', `import 'vitest';\nimport '@org/payments-mock';`],
    ['packages/sdk/src/text.ts', `export const text = "import x from 'left-pad'"; // import 'msw'`],
    ['packages/sdk/test/support.ts', `import 'vitest';\nimport '../src/index.ts';`],
    ['packages/sdk/src/types-of-tools.ts', `import type * as x from 'left-pad';`],
    ['packages/wallet/src/fine.ts', `import type { X } from '@org/payments-contract';`],
    ['e2e/fine.test.ts', `import '@org/payments-mock';`],
  ];

  let root: string;
  let found: readonly string[];

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${text}\nexport {};\n`);
  }

  function writeManifest(folder: string, fields: object): void {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(
      join(root, folder, 'package.json'),
      JSON.stringify({ type: 'module', ...fields }),
    );
  }

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'dependency-rules-')));
    writeManifest('.', {
      private: true,
      workspaces: ['packages/*'],
      devDependencies: { 'of-the-root': '*' },
    });
    mkdirSync(join(root, 'node_modules/@org'), { recursive: true });
    for (const name of libraries) {
      // Most libraries have their files in a folder that in this repository is built.
      writeManifest(`node_modules/${name}`, { name, exports: './dist/index.js' });
      write(`node_modules/${name}/dist/index.js`, 'export default 1;');
    }
    for (const id of packages) {
      const dependencies = [...packages.map((one) => `@org/payments-${one}`), 'ky', 'msw', 'zod'];
      writeManifest(`packages/${id}`, {
        name: `@org/payments-${id}`,
        exports: { '.': { source: './src/index.ts' } },
        dependencies: Object.fromEntries(dependencies.map((name) => [name, '*'])),
        devDependencies: { 'left-pad': '*', vitest: '*' },
      });
      symlinkSync(join(root, 'packages', id), join(root, 'node_modules/@org', `payments-${id}`));
    }
    for (const [, path, text] of broken) write(path, text);
    for (const [path, text] of fine) write(path, text);
    ({ violations: found } = await dependencyViolations(root, ['packages', 'e2e']));
  }, 120_000);

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  /** The violations of a file. A circle is reported once, for any of its files. */
  const of = (path: string) =>
    found.filter((violation) =>
      violation.includes(violation.startsWith('no-circle: ') ? path : `: ${path} -> `),
    );

  describe('the rules of dependencies', () => {
    test.each(broken)('%s refuses %s: %s', (rule, path) => {
      expect(of(path).map((violation) => violation.split(':')[0])).toContain(rule);
    });

    test.each(fine)('no rule refuses %s: %s', (path) => {
      expect(of(path).filter((violation) => !violation.startsWith('no-circle: '))).toEqual([]);
    });

    test('every rule is broken by an example', () => {
      const names = dependencyRules.forbidden?.map(({ name }) => name);
      expect([...new Set(broken.map(([rule]) => rule))].sort()).toEqual(names?.sort());
    });

    test('a rule for a folder that no file is in is named, each choice of folders on its own', () => {
      const rule = {
        name: 'engine',
        from: {
          path: '^packages/mock/src/(?:engine|ledger)/',
          pathNot: '\\.(?:test|test-d)\\.ts$',
        },
        to: { path: '^packages/$1/src/areas/' },
      };
      const files = ['packages/mock/src/engine/a.ts', 'packages/mock/src/engine/a.test.ts'];
      expect(unmatchedPaths({ forbidden: [rule] }, files)).toEqual([
        'engine: no file has the path ^packages/mock/src/ledger/',
        'engine: no file has the path \\.test-d\\.ts$',
        'engine: no file has the path ^packages/$1/src/areas/',
      ]);
    });
  });
});

describe('pairs of folders', () => {
  const imports = (...pairs: readonly (readonly [from: string, to: string])[]) =>
    folderPairs(pairs.map(([source, resolved]) => ({ source, dependencies: [{ resolved }] })));

  test.each([
    ['beside each other', 'packages/sdk/src/call/a.ts', 'packages/sdk/src/list/b.ts'],
    ['with folders of their own', 'packages/sdk/src/call/a/b.ts', 'packages/sdk/src/list/c/d.ts'],
    ['of the scripts and the sources', 'packages/mock/scripts/a.ts', 'packages/mock/src/b.ts'],
    ['of the site and the scripts', 'docs/.vitepress/a.ts', 'scripts/b.ts'],
  ])('folders %s may not import each other', (_, one, other) => {
    expect(imports([one, other])).toEqual([]);
    expect(imports([one, other], [other, one])).toEqual([
      expect.stringContaining(`import each other: ${one} -> ${other}, ${other} -> ${one}`),
    ]);
  });

  test.each([
    ['a folder and the one it is in', 'packages/sdk/src/call/a.ts', 'packages/sdk/src/call/b/c.ts'],
    ['tests', 'packages/sdk/src/call/a.test.ts', 'packages/sdk/src/list/b.ts'],
    ['areas', 'packages/mock/src/areas/a/b.ts', 'packages/mock/src/areas/c/d.ts'],
  ])('%s may', (_, one, other) => {
    expect(imports([one, other], [other, one])).toEqual([]);
  });
});
