import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodes, eventRows, operations } from '@org/payments-contract';
import { clientErrorCodes } from '@org/payments-sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { mcpErrorCodes } from '../../packages/mcp/src/errors/mcp-codes.ts';
import { isEventType } from '../../packages/sdk/src/webhooks/is-event-type.ts';
import { everythingSeen, sendings } from '../../packages/sdk/test/outcome-cases.ts';
import { errorList } from '../docs/pages/error-list.ts';
import { operationList } from '../docs/pages/operation-list.ts';
import { root } from '../lib/workspace.ts';
import { allCodes, codesInComment } from './error-codes.ts';
import { eventTypesList } from './event-groups.ts';
import { cells, columns, outcomesPage } from './outcomes-page.ts';
import { table } from './page.ts';
import { firstSentence, rowComments } from './row-comments.ts';

/** Time for the compiler to read the contract, once, on a busy machine. */
beforeAll(() => {
  rowComments();
}, 120_000);

function headings(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase());
}

describe('the list of errors', () => {
  const anchors = headings(errorList().content);

  test('has one heading for each code of the service, the client and the MCP server, and none twice', () => {
    const tables = [errorCodes, clientErrorCodes, mcpErrorCodes];
    for (const code of tables.flatMap((table) => Object.keys(table))) {
      expect(anchors).toContain(code.toLowerCase());
    }
    expect(new Set(anchors).size).toBe(anchors.length);
  });

  test('has a heading for each code that the list of operations links', () => {
    const links = [...operationList().content.matchAll(/\(\/errors\/([^)]+)\)/g)];
    expect(links.length).toBeGreaterThan(0);
    for (const [, code] of links) expect(anchors).toContain(code?.toLowerCase());
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
      expect(text).toContain(`| \`${name}\` | \`${row.method} ${row.path}\` |`);
      expect(text).toMatch(new RegExp(`^- \`${name}\`: .+\\.$`, 'm'));
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
