import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodes, operations } from '@org/payments-contract';
import { eventRows } from '@org/payments-contract/events';
import { clientErrorCodes } from '@org/payments-sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { mcpErrorCodes } from '../../packages/mcp/src/errors/mcp-codes.ts';
import { isEventType } from '../../packages/sdk/src/webhooks/event.ts';
import { everythingSeen, sendings } from '../../packages/sdk/test/outcome-cases.ts';
import { errorList } from '../docs/pages/errors.ts';
import { operationList } from '../docs/pages/operations.ts';
import { errorPath, operationPath } from '../docs/pages/slug.ts';
import { root } from '../lib/workspace.ts';
import { allCodes, codesInComment } from './error-codes.ts';
import { eventTypesList } from './event-groups.ts';
import { cells, columns, outcomesPage } from './outcomes-page.ts';
import { table } from './page.ts';
import { guidePages, withSources } from './pages.ts';
import { firstSentence, rowComments } from './row-comments.ts';

describe('what generate writes', () => {
  /** Time for the compiler to read the contract, once, on a busy machine. */
  beforeAll(() => {
    rowComments();
  }, 120_000);

  describe('the list of errors', () => {
    const listed = [...errorList().content.matchAll(/^\| \[`(\w+)`\]\(([^)]+)\)/gm)];

    test('has one row for each code of the service, the client and the MCP server, and none twice', () => {
      const codes = listed.map(([, code]) => code);
      const tables = [errorCodes, clientErrorCodes, mcpErrorCodes];
      expect(codes).toEqual(expect.arrayContaining(tables.flatMap((each) => Object.keys(each))));
      expect(new Set(codes).size).toBe(codes.length);
    });

    test('links the page of each code', () => {
      expect(listed.length).toBeGreaterThan(0);
      for (const [, code = '', link] of listed) expect(link).toBe(errorPath(code));
    });

    test('states what to do for every code of every package', () => {
      for (const { source, code, action } of allCodes()) {
        expect(action, `${source} ${code}`).toMatch(/^[A-Z].+\.$/s);
      }
    });

    test('names a step of the developer where the person can do nothing', () => {
      const general = allCodes().filter(
        ({ action }) => action === undefined || /in your application/.test(action),
      );
      expect(general.map(({ code }) => code)).toEqual([]);
    });
  });

  test('the SDK has each type of event of the contract, from a generated list', () => {
    const { path, text } = eventTypesList();
    expect(path).toBe('packages/sdk/src/webhooks/event-types.ts');
    const types = eventRows().flatMap((row) => row.types);
    expect(types.length).toBeGreaterThan(40);
    for (const type of types) {
      expect(isEventType(type)).toBe(true);
      expect(text).toContain(`  '${type}': true,\n`);
    }
    expect(isEventType('toString')).toBe(false);
  });

  describe('the list of operations', () => {
    test('has a row and a sentence for each operation', () => {
      const { content: text } = operationList();
      for (const { name, row } of operations()) {
        const start = `| [\`${name}\`](${operationPath(name)}) | `;
        const line = text.split('\n').find((each) => each.startsWith(start)) ?? '';
        expect(line).toContain(`. | \`${row.method} ${row.path}\` |`);
      }
    });

    test('takes its sentences from the comments of the rows', () => {
      const comments = rowComments();
      expect([...comments.keys()].sort()).toEqual(
        operations()
          .map(({ name }) => name)
          .sort(),
      );
      expect(firstSentence('One line\nand more. Then another.')).toBe('One line and more.');
    });
  });

  describe('the table of outcomes', () => {
    test('has one outcome in each cell, the same for all requests of its column', () => {
      for (const { name, seen } of everythingSeen) {
        for (const column of columns) {
          expect(cells(column, seen), `${column.title}: ${name}`).toHaveLength(1);
        }
      }
    });

    test('shows every kind of request', () => {
      const shown = new Set(columns.flatMap((column) => column.sendings));
      expect([...shown].sort()).toEqual(sendings.map(({ name }) => name).sort());
    });

    test('matches the code', () => {
      const page = readFileSync(join(root, 'docs/reliability.md'), 'utf8');
      expect(page).toBe(outcomesPage().text);
    });
  });

  test('codes are read from the table of a doc comment', () => {
    const comment = '/**\n * | Code | Means |\n * |---|---|\n * | `A_B`, `C` | no good |\n */';
    expect([...codesInComment(comment)]).toEqual([
      ['A_B', 'no good'],
      ['C', 'no good'],
    ]);
  });

  test('a bar inside a cell is escaped', () => {
    expect(table(['a'], [['b|c']])).toBe('| a |\n| --- |\n| b\\|c |');
  });
});

describe('the pages of the guides', () => {
  test('the code of a source replaces the code block below its name', () => {
    const read = (file: string) => `const name = '${file}';\n`;
    const fresh = withSources('# A\n\n<!-- source: a.ts -->\n\nText.\n', read);
    expect(fresh).toBe("# A\n\n<!-- source: a.ts -->\n```ts\nconst name = 'a.ts';\n```\n\nText.\n");
    expect(withSources(fresh, () => 'changed();')).toContain('```ts\nchanged();\n```\n\nText.');
    expect(withSources(fresh, read)).toBe(fresh);
  });

  test('the guides are found', () => {
    const paths = guidePages.map((page) => page().path);
    for (const guide of ['onboarding', 'payout', 'card', 'agent', 'migration']) {
      expect(paths).toContain(`examples/${guide}/README.md`);
    }
  });
});
