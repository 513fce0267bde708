import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { report } from './add/add.ts';
import { Tree } from './add/tree.ts';
import { openApiDocument } from './docs/openapi/document.ts';
import { type Change, changesBetween } from './follow/changes.ts';
import { recordOf, recordPath } from './follow/record.ts';
import { reportOn } from './follow/report.ts';
import { DocumentError, surfaceOf } from './follow/surface.ts';
import { writeStubs } from './follow/write.ts';
import { formatted } from './lib/format.ts';
import { runScript } from './lib/run.ts';
import { root } from './lib/workspace.ts';

/**
 * Compares an OpenAPI document of the service with the contract: `npm run follow -- <file>`. The exit
 * code is 0 if every difference has a decision, 1 if not, and 2 if the file cannot be compared.
 * `--write` adds the operations, fields and events that the contract lacks, as `npm run add` does.
 * `--record` keeps the differences, all of them decided, for the tests of the decisions.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});
const [file, ...others] = positionals;
if (file === undefined || others.length > 0) {
  console.error('Name one file: npm run follow -- openapi.json [--write | --record]');
  process.exit(2);
}

function readDocument(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new DocumentError(`${path} is not JSON: ${(cause as Error).message}`, { cause });
  }
}

/** Writes the stubs of what the contract lacks, and prints what is left. */
async function write(open: readonly Change[], document: unknown): Promise<void> {
  const tree = new Tree(root);
  const { decisions, byHand } = writeStubs(tree, open, document, root);
  tree.write(formatted);
  const generated = await runScript('scripts/generate.ts');
  console.log(`\n${report(tree, decisions, generated)}`);
  const lines = byHand.map(({ change, reason }) => `  - ${change.key}: ${reason}`);
  console.log(`\nLeft to write by hand:\n${lines.join('\n')}`);
}

try {
  const document = readDocument(file);
  const theirs = surfaceOf(document);
  const changes = changesBetween(surfaceOf(openApiDocument()), theirs);
  const { text, open } = reportOn(changes, root);
  console.log(text);
  if (values.write) await write(open, document);
  if (values.record && open.length === 0) {
    writeFileSync(recordPath, recordOf(theirs.version, changes));
    console.log(`Recorded in ${relative(root, recordPath)}.`);
  }
  process.exitCode = open.length === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof DocumentError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
