import { isFields } from '@org/payments-contract';
import { ArgumentError, parseForeignJson } from '@org/payments-contract/internal';
import type { Environment } from '../mcp/make-mcp.ts';
import { askMock, mockAddress } from './client.ts';
import { readInput, textOf } from './input-file.ts';
import { wordsOf } from './operations.ts';
import { readOptions } from './options.ts';
import { printRows } from './print.ts';
import type { Terminal } from './terminal.ts';

type Attempt = Readonly<Record<string, unknown>>;

interface Report {
  readonly operation?: unknown;
  readonly attempts: readonly Attempt[];
}

async function readReport([path, ...others]: readonly string[]): Promise<Report> {
  if (path === undefined || others.length > 0)
    throw new ArgumentError("replay takes one file: the JSON of an error's report");
  const text = textOf(await readInput(path));
  try {
    const report = parseForeignJson(text) as Report;
    if (Array.isArray(report.attempts) && report.attempts.every(isFields)) return report;
  } catch {
    // The same message as for other JSON.
  }
  throw new ArgumentError(`${path} is not the JSON of an error's report`);
}

const USUAL_ATTEMPTS = 3;

function isTransient({ phase, status }: Attempt): boolean {
  return phase !== 'response' || Number(status) >= 500 || status === 429 || status === 408;
}

/**
 * The attempts with the last one repeated: a client that makes more of them than the report has would
 * succeed with the next one, and nothing would have failed.
 */
function untilFailure(attempts: readonly Attempt[]): readonly Attempt[] {
  const last = attempts.at(-1);
  if (last === undefined || !isTransient(last)) return attempts;
  const { length } = attempts.filter(({ leg }) => leg === last.leg);
  return [...attempts, ...Array<Attempt>(Math.max(0, USUAL_ATTEMPTS - length)).fill(last)];
}

const columns = ['leg', 'phase', 'status', 'code', 'failure', 'systemCode', 'durationMs'];

/**
 * `replay report.json`: makes the running mock fail the next call of the report's operation in the same
 * way, attempt by attempt, and prints the attempts.
 */
export async function replay(
  files: readonly string[],
  args: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<void> {
  const line = readOptions(args, [], undefined, 'replay');
  const report = await readReport(files);
  const attempts = untilFailure(report.attempts);
  const url = mockAddress(environment);
  const response = await askMock(url, 'replay', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...report, attempts }),
  });
  if (response.status !== 201) {
    const { message } = Object(await response.json().catch(() => undefined)) as {
      message?: string;
    };
    throw new ArgumentError(`the mock refused the report: ${message ?? response.status}`);
  }
  await printRows(terminal, line, columns, attempts);
  const command = wordsOf(String(report.operation));
  terminal.error(`The mock at ${url} fails the next call of ${command} in this way.`);
}
