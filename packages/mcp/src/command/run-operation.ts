import { readFile } from 'node:fs/promises';
import { parse, resolve } from 'node:path';
import { type Fields, type OperationRow, secretsOf } from '@org/payments-contract';
import { ArgumentError } from '../cli/arguments.ts';
import type { Environment } from '../cli/make-mcp.ts';
import { methodOf } from '../operation/method.ts';
import { documentFile } from '../run/document-file.ts';
import { requiredFields, requireForApproval } from '../run/run-tool.ts';
import type { PaymentsTool } from '../tools/tool.ts';
import { makeClient } from './client.ts';
import { confirm, withKey } from './confirm.ts';
import { flagsOf, inputOf } from './flags.ts';
import { type CommandLine, readOptions } from './options.ts';
import { jsonText, printList, printResult } from './print.ts';
import type { Terminal } from './terminal.ts';
import { operationHelp } from './usage.ts';

/** The input from a file or standard input. @throws ArgumentError */
async function baseInput({ input }: CommandLine, terminal: Terminal): Promise<Fields> {
  if (input === undefined) return {};
  const text = input === '-' ? await terminal.read() : await readText(input);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The message of the parser quotes the text, which may hold secrets.
    throw new ArgumentError('--input is not JSON');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new ArgumentError('--input is not a JSON object with the fields of the operation');
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw new ArgumentError(`--input: ${path} cannot be read`, { cause });
  });
}

/** `--from` and `--to` as the fields of the operation. @throws ArgumentError if it has none */
function period({ query }: OperationRow, { from, to }: CommandLine): Fields {
  if (from === undefined && to === undefined) return {};
  const has = (name: string) => Object.hasOwn(query?.shape ?? {}, name);
  if (!has('startDate') || !has('endDate')) {
    throw new ArgumentError(
      '--from and --to are for lists with a period, such as transactions list',
    );
  }
  return { ...(from && { startDate: from }), ...(to && { endDate: to }) };
}

/** A command line is visible to other processes. */
function warnOfSecrets(
  { params, query, headers, body }: OperationRow,
  given: Fields,
  terminal: Terminal,
) {
  const schemas = [params, query, headers, body].filter((part) => part !== undefined);
  if (secretsOf(given, ...schemas).length === 0) return;
  terminal.error(
    'warning: a secret on the command line is visible to other processes; pass it with --input -',
  );
}

async function withFile(row: OperationRow, input: Fields): Promise<Fields> {
  if (row.media === undefined || typeof input.file !== 'string') return input;
  const path = resolve(input.file);
  return { ...input, file: await documentFile([parse(path).root], path) };
}

function isList(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** Runs an operation with the options of a command line. */
export async function runOperation(
  tool: PaymentsTool,
  args: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<void> {
  const { operation, inputSchema } = tool;
  const { name, row } = operation;
  const flags = flagsOf(inputSchema);
  const line = readOptions(args, flags);
  if (line.showsHelp) return terminal.out(operationHelp(tool, flags));
  const base = await baseInput(line, terminal);
  warnOfSecrets(row, inputOf(flags, line.fields, {}), terminal);
  const typed = { ...inputOf(flags, line.fields, base), ...period(row, line) };
  const { client, close } = await makeClient(row.auth === 'agent', line, environment);
  try {
    const method = methodOf(client, name);
    const sendable = await withFile(row, typed);
    const dry = method.dryRun(sendable) as { toCurl(): string };
    if (line.isDryRun) {
      const text = line.format === 'json' ? jsonText(dry) : `${dry.toCurl()}\n`;
      return await terminal.out(text);
    }
    const input = withKey(operation, typed, line, terminal);
    requireForApproval(tool, input, requiredFields(tool));
    await confirm(tool, input, client, line, terminal);
    const call = method(await withFile(row, input), { signal: terminal.interruption() });
    if (isList(call)) await printList(terminal, row, call, line);
    else await printResult(terminal, row, await call, line);
  } finally {
    await close();
  }
}
