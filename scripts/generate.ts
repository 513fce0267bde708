import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '@org/payments-contract';
import { handsOutSecret } from '../packages/mcp/src/tools/row-facts.ts';
import { inferredTypes } from './build/types/contract-operations.ts';
import { findOperations } from './build/types/operations.ts';
import { FieldReader } from './docs/facts/field-rows.ts';
import { contractProgram, onOneLine, rowComment } from './docs/facts/row-comments.ts';
import { root } from './lib/workspace.ts';

/**
 * Writes the descriptions of MCP tools and of their fields from the comments of the contract, which do
 * not exist when a program runs. The file is not committed: `npm ci` writes it too. With `--check`
 * nothing is written, and a file that is out of date fails.
 */
const path = join(root, 'packages/mcp/src/tools/comments.json');

/** Deeper than any input. */
const MAX_DEPTH = 8;

/** Operations that return a secret: a tool and the command only name them. */
const forPrograms: ReadonlySet<string> = new Set(
  operations().flatMap(({ name, row }) =>
    row.risk !== 'reads' && handsOutSecret(row) ? [name] : [],
  ),
);

function commentsText(): string {
  const program = contractProgram();
  const reader = new FieldReader(program.checker, MAX_DEPTH);
  const comments = findOperations(program).map((operation) => {
    const isNamed = forPrograms.has(operation.name);
    const rows = isNamed ? [] : reader.rows(inferredTypes(program, operation).input);
    const fields = rows.map((row) => [row.path.replaceAll('[]', ''), onOneLine(row.comment)]);
    const text = onOneLine(rowComment(operation.name).text);
    return [operation.name, { text, fields: Object.fromEntries(fields) }];
  });
  return `${JSON.stringify(Object.fromEntries(comments), undefined, 2)}\n`;
}

const text = commentsText();
if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
  if (process.argv.includes('--check')) {
    console.error(`${path} is out of date; run npm run generate`);
    process.exitCode = 1;
  } else writeFileSync(path, text);
}
