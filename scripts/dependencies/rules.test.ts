import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderPairs, mutualFolders } from './folder-pairs.ts';
import { dependencyRules } from './rules.ts';
import { dependencyViolations, unmatchedPaths } from './violations.ts';

describe('rules of imports', () => {
  const packages = ['contract', 'crypto', 'sdk', 'mock', 'mcp', 'wallet'] as const;
  const libraries = ['ky', 'msw', 'zod', 'vitest', 'left-pad', 'of-the-root'];

  /** Each rule, and files that break only this rule: `path: text`, in one repository. */
  const broken: readonly (readonly [rule: string, path: string, text: string])[] = [
    ['leaves', 'packages/crypto/src/a.ts', `import '@org/payments-contract';`],
    ['leaves', 'packages/contract/src/a.ts', `export * from '@org/payments-crypto';`],
    ['server-packages', 'packages/sdk/src/a.ts', `await import('@org/payments-mock');`],
    ['server-packages', 'packages/mock/src/a.ts', `import type { X } from '@org/payments-sdk';`],
    ['mcp', 'packages/mcp/src/a.ts', `import '@org/payments-mock';`],
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
    ['by-name', 'packages/sdk/src/b.test.ts', `import '../../mock/src/index.ts';`],
    ['by-name-outside', 'e2e/a.test.ts', `import '../packages/mock/src/index.ts';`],
    ['engine-without-areas', 'packages/mock/src/engine/a.ts', `import '../areas/index.ts';`],
    ['engine-without-areas', 'packages/mock/src/ledger/a.ts', `import '../areas/cards/cards.ts';`],
    [
      'engine-without-areas',
      'packages/mock/src/webhooks/a.ts',
      `import '../areas/cards/cards.ts';`,
    ],
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
    ['areas-by-declaration', 'packages/mock/src/areas/agents/b.ts', `import '../index.ts';`],
    ['source-without-tests', 'packages/sdk/src/c.ts', `import '../test/support.ts';`],
    ['source-without-tests', 'packages/sdk/src/d.ts', `import './fine.test.ts';`],
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
    ['resolvable', 'packages/sdk/src/h.ts', `import './missing.ts';`],
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
    ['packages/mock/src/areas/agents/c.ts', `import '../cards/cards.ts';`],
    ['packages/mock/src/mock.ts', `import './areas/index.ts';`],
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
    ['packages/wallet/src/fine-2.ts', `import { type X } from '@org/payments-contract';`],
    ['packages/wallet/src/fine-3.ts', `export type X = import('@org/payments-contract').X;`],
    ['packages/wallet/src/fine.test.ts', `import 'node:fs';`],
    ['e2e/fine.test.ts', `import '@org/payments-mock';`],
    ['scripts/fine.ts', `import '../packages/sdk/src/index.ts';`],
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
    ({ violations: found } = await dependencyViolations(root, ['packages', 'e2e', 'scripts']));
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

    test.each(broken)('only %s refuses %s: %s', (rule, path) => {
      const others = of(path).filter((violation) => !violation.startsWith(`${rule}: `));
      expect(others.filter((violation) => !violation.startsWith('declared: '))).toEqual([]);
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
  const src = 'packages/sdk/src';

  function modules(...imports: readonly (readonly [from: string, to: string])[]) {
    return imports.map(([from, to]) => ({
      source: `${src}/${from}`,
      dependencies: [{ resolved: `${src}/${to}` }],
    }));
  }

  describe('folders that import each other', () => {
    test('are named, with an import of each direction', () => {
      const found = folderPairs(modules(['call/a.ts', 'list/b.ts'], ['list/c.ts', 'call/d.ts']));
      expect(found).toEqual([
        `${src}/call and ${src}/list import each other: ${src}/call/a.ts -> ${src}/list/b.ts, ${src}/list/c.ts -> ${src}/call/d.ts`,
      ]);
    });

    test('are found at every level', () => {
      const found = folderPairs(
        modules(
          ['call/send/a.ts', 'call/request/b.ts'],
          ['call/request/up/c.ts', 'call/send/d.ts'],
        ),
      );
      expect(found).toHaveLength(1);
      expect(found[0]).toContain(`${src}/call/request and ${src}/call/send`);
    });

    test.each([
      ['one direction', [['call/a.ts', 'list/b.ts']]],
      [
        'a folder and the one it is in',
        [
          ['call/a.ts', 'call/send/b.ts'],
          ['call/send/c.ts', 'call/d.ts'],
        ],
      ],
      [
        'a test',
        [
          ['call/a.test.ts', 'list/b.ts'],
          ['list/c.ts', 'call/d.ts'],
        ],
      ],
    ] as const)('%s is not a pair', (_, imports) => {
      expect(folderPairs(modules(...imports))).toEqual([]);
    });

    test.each([
      ['another package', 'packages/wallet/src'],
      ['the suites', 'e2e'],
      ['the scripts', 'scripts'],
    ])('are found in %s', (_, root) => {
      const found = folderPairs([
        { source: `${root}/a/one.ts`, dependencies: [{ resolved: `${root}/b/two.ts` }] },
        { source: `${root}/b/two.ts`, dependencies: [{ resolved: `${root}/a/three.ts` }] },
      ]);
      expect(found).toHaveLength(1);
      expect(found[0]).toContain(`${root}/a and ${root}/b`);
    });

    test.each([
      ['the scripts of a package and its sources', 'packages/mock/scripts', 'packages/mock/src'],
      ['the site and the scripts', 'docs/.vitepress', 'scripts'],
      ['the suites and the examples', 'e2e', 'examples'],
    ])('are found between %s', (_, one, other) => {
      const found = folderPairs([
        { source: `${one}/a.ts`, dependencies: [{ resolved: `${other}/b.ts` }] },
        { source: `${other}/c.ts`, dependencies: [{ resolved: `${one}/d.ts` }] },
      ]);
      expect(found).toEqual([expect.stringContaining(`${one}/a.ts -> ${other}/b.ts`)]);
    });

    test('where folders may import each other, only theirs are not named', () => {
      const pair = modules(['call/a.ts', 'list/b.ts'], ['list/c.ts', 'call/d.ts']);
      const allowed = (within: string) => folderPairs(pair, [{ within, reason: 'an example' }]);
      expect(allowed(src)).toEqual([]);
      expect(allowed(`${src}/call`)).toHaveLength(1);
    });

    test('at most two folders have such folders, each with its reason', () => {
      expect(mutualFolders.length).toBeLessThanOrEqual(2);
      expect(mutualFolders.filter(({ reason }) => reason === '')).toEqual([]);
    });
  });
});
