import type { OpenRecord } from '@org/payments-sdk';
import { ArgumentError } from '../cli/arguments.ts';
import type { Environment } from '../cli/make-mcp.ts';
import { type CommandClient, makeClient } from './client.ts';
import { cellText, csvLine, tableText } from './columns.ts';
import { type CommandLine, readOptions } from './options.ts';
import { jsonText } from './print.ts';
import type { Terminal } from './terminal.ts';

const PAGE = 100;

/** The recorded changes without a known outcome. */
export async function openRecords({
  journal,
}: Pick<CommandClient, 'journal'>): Promise<readonly OpenRecord[]> {
  const all: OpenRecord[] = [];
  let after: OpenRecord | undefined;
  for (;;) {
    const page = (await journal?.open({ after, limit: PAGE })) ?? [];
    all.push(...page);
    after = page.at(-1);
    if (page.length < PAGE) return all;
  }
}

async function print(
  terminal: Terminal,
  { format }: CommandLine,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  if (format === 'json') return terminal.out(jsonText(rows));
  const cells = rows.map((row) => columns.map((name) => row[name]));
  if (format === 'csv') return terminal.out([columns, ...cells].map(csvLine).join(''));
  if (rows.length === 0) return terminal.out('No change is open.\n');
  return terminal.out(
    tableText(
      columns,
      cells.map((row) => row.map(cellText)),
    ),
  );
}

/** How to ask the service about what is open, by the client that `recover` is a method of. */
interface Recovering {
  recover(): AsyncIterable<{
    readonly id: string;
    readonly operation: string;
    readonly outcome: string;
    readonly evidence: { readonly resourceId: string | undefined; readonly why: string };
  }>;
}

/**
 * `journal status` lists the changes without a known outcome; `journal recover` finds out the outcome of each.
 *
 * @returns whether an outcome is still unknown
 */
export async function runJournal(
  verb: string | undefined,
  args: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<boolean> {
  if (verb !== 'status' && verb !== 'recover') {
    throw new ArgumentError('journal takes status or recover');
  }
  const line = readOptions(args);
  const isAgent = environment.PAYMENTS_ACCESS_TOKEN !== undefined && !line.usesMock;
  const made = await makeClient(
    isAgent && environment.PAYMENTS_TOKEN_ID === undefined,
    line,
    environment,
  );
  try {
    if (made.journal === undefined) {
      throw new ArgumentError('name the file of the journal with --journal or PAYMENTS_JOURNAL');
    }
    if (verb === 'status') {
      const open = await openRecords(made);
      await print(
        terminal,
        line,
        ['startedAt', 'operation', 'idempotencyKey', 'id'],
        open.map((record) => ({ ...record })),
      );
      return open.length > 0;
    }
    const found: Readonly<Record<string, unknown>>[] = [];
    for await (const write of (made.client as unknown as Recovering).recover()) {
      const { id, operation, outcome, evidence } = write;
      found.push({ operation, outcome, resourceId: evidence.resourceId, why: evidence.why, id });
    }
    await print(terminal, line, ['operation', 'outcome', 'resourceId', 'why', 'id'], found);
    return found.some(({ outcome }) => outcome === 'unknown');
  } finally {
    await made.close();
  }
}
