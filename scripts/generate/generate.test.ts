import { errorCodes, operations } from '@org/payments-contract';
import { clientErrorCodes } from '@org/payments-sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { mcpErrorCodes } from '../../packages/mcp/src/errors/mcp-codes.ts';
import { errorList } from '../docs/pages/errors.ts';
import { allCodes, codesInComment } from './error-codes.ts';
import { withSources } from './guides.ts';
import { table } from './page.ts';
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

  describe('the list of operations', () => {
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
});
