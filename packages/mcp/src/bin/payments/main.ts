import { findOperation } from '@org/payments-contract';
import { ArgumentError, visibleText } from '@org/payments-contract/internal';
import {
  ApiError,
  type InputIssue,
  isPaymentsError,
  type OutcomeUnknownError,
  type PaymentsError,
} from '@org/payments-sdk';
import { MCP_VERSION } from '../../package-info.ts';
import { toolOf } from '../../tools/tool.ts';
import { requireNodeVersion } from '../mcp/machine.ts';
import type { Environment } from '../mcp/make-mcp.ts';
import { GAP, wrapped } from './columns.ts';
import { completion } from './completion.ts';
import { Refused } from './confirm.ts';
import { flagsOf } from './flags.ts';
import { runJournal } from './journal.ts';
import {
  wordsOf as commandOf,
  isOperation,
  kebabCase,
  operationNamed,
  signatureText,
} from './operations.ts';
import { Unprinted } from './print.ts';
import { replay } from './replay.ts';
import { runCommand } from './run/run-command.ts';
import { runOperation } from './run-operation.ts';
import { BrokenPipe, Interrupted, processTerminal, type Terminal } from './terminal.ts';
import { resourceHelp, usage } from './usage.ts';

/** The exit status of the command; the help explains them. */
const status = {
  done: 0,
  failed: 1,
  invalid: 2,
  unknown: 3,
  refused: 4,
  applied: 5,
  /** As the shell reports a process that SIGINT ended. */
  interrupted: 130,
} as const;

/** Commands that call no operation. */
const ownCommands: readonly string[] = ['completion', 'journal', 'replay'];

/** The words before the first option. */
function wordsOf(argv: readonly string[]): readonly string[] {
  const first = argv.findIndex((word) => word.startsWith('-'));
  return first === -1 ? argv : argv.slice(0, first);
}

async function run(
  argv: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<number> {
  const words = wordsOf(argv);
  const [command, verb] = words;
  const args = argv.slice(words.length);
  if (command === undefined) {
    const isVersion = args[0] === '--version' || args[0] === '-v';
    const asksHelp = args.length === 0 || args[0] === '--help' || args[0] === '-h';
    if (!isVersion && !asksHelp) throw new ArgumentError('the operation comes first; see --help');
    await terminal.out(isVersion ? `${MCP_VERSION}\n` : usage());
    return status.done;
  }
  const isHelp = args.some((word) => word === '--help' || word === '-h');
  if (command === 'help') return run([...argv.slice(1), '--help'], environment, terminal);
  if (isHelp && command !== 'run' && !isOperation(words)) {
    const own = ownCommands.includes(command) ? usage() : resourceHelp(words);
    // The error suggests the names that are close.
    if (own === undefined) operationNamed(words, isHelp);
    await terminal.out(own ?? '');
    return status.done;
  }
  if (command === 'completion') {
    await terminal.out(completion(argv.slice(1)));
    return status.done;
  }
  if (command === 'replay') {
    await replay(words.slice(1), args, environment, terminal);
    return status.done;
  }
  if (command === 'journal') {
    return (await runJournal(verb, args, environment, terminal)) ? status.unknown : status.done;
  }
  if (command === 'run') return runCommand(argv.slice(1), environment, terminal);
  await runOperation(operationNamed(words, isHelp), args, environment, terminal);
  return status.done;
}

/** How to find out whether a change was carried out, or to send it again. */
function nextStep({ action, idempotencyKey, reconcile }: Partial<OutcomeUnknownError>): string {
  if (idempotencyKey !== undefined) {
    return `Send it again only with --idempotency-key ${idempotencyKey}: the service then carries it out once.`;
  }
  if (reconcile === undefined) return action ?? '';
  return 'Read what it would have changed before you send it again; with --journal, `payments journal recover` does.';
}

/** What to do after a change whose response is missing or cannot be used. */
function afterwards(error: PaymentsError): readonly string[] {
  if (error.outcome === 'applied') return ['The service carried it out: do not send it again.'];
  const { cause } = error;
  const refusal =
    isPaymentsError(cause) && 'status' in cause ? [`${cause.code}: ${cause.message}`] : [];
  return [
    ...refusal,
    `The outcome is unknown: it may have been carried out. ${nextStep(error as Partial<OutcomeUnknownError>)}`,
  ];
}

/** An issue of a field with its option: `--source.account-id`. */
function issueLine({ path, message }: InputIssue, operation: string | undefined): string {
  const names = path.split('.').filter((name) => !/^\d+$/.test(name));
  const own = names.map(kebabCase).join('.');
  const found = operation === undefined ? undefined : findOperation(operation);
  const flags = found === undefined ? [] : flagsOf(toolOf(found, false));
  // An object has no option of its own.
  const [first, second] = flags.filter(({ name }) => name === own || name.startsWith(`${own}.`));
  if (first?.kind === 'amount' && first.name === own) {
    return `  --${own} takes an amount with its currency, such as 150.00USD, and --${own}-minor one in its smallest unit`;
  }
  if (first === undefined || first.name === own) return `  --${own}: ${message}`;
  const others = second === undefined ? '' : ', and what it asks for';
  return `  --${first.name}${others}: ${message.replace('; expected an object', '')}`;
}

/** A line of an error, with the variable where the SDK names an option. */
function inTerminal(line: string): string {
  return visibleText(
    line
      .replaceAll('`baseUrl`', 'PAYMENTS_BASE_URL')
      .replace('if `resourceId` names one', 'if one is named'),
  );
}

const NOTHING_CHANGED = 'interrupted: nothing was changed';

function explain(error: unknown): readonly [code: number, lines: readonly string[]] {
  if (error instanceof ArgumentError) return [status.invalid, [error.message]];
  if (error instanceof Refused) return [status.refused, [error.message]];
  if (error instanceof Interrupted) return [status.interrupted, [NOTHING_CHANGED]];
  if (error instanceof Unprinted) return [status[error.outcome], [error.message]];
  if (!isPaymentsError(error)) {
    const { message } = Object(error) as Partial<Error>;
    return [status.failed, [message ?? String(error)]];
  }
  const { code, message, action, outcome } = error;
  const { issues = [] } = error as Partial<ApiError>;
  const fields = issues.map((issue) => issueLine(issue, error.operation));
  if (code === 'INVALID_REQUEST' && !(error instanceof ApiError)) {
    const help = error.operation === undefined ? '' : ` ${commandOf(error.operation)}`;
    const advice = `Nothing was sent. payments${help} --help describes the options.`;
    return [status.invalid, ['the command line is not valid:', ...fields, advice]];
  }
  // The texts are those of a program, which can look at `cause`.
  const { cause } = error;
  const isNamed = /`cause`/.test(message + action) && cause instanceof Error;
  const facts = [`${code}: ${message}`, ...fields, ...(isNamed ? [`cause: ${cause.message}`] : [])];
  if (code === 'IDEMPOTENCY_KEY_REUSED') {
    return [outcome === 'unknown' ? status.unknown : status.failed, [...facts, action]];
  }
  if (outcome === 'unknown') return [status.unknown, [...facts, ...afterwards(error)]];
  if (outcome === 'applied') return [status.applied, [...facts, ...afterwards(error)]];
  if (code === 'ABORTED') return [status.interrupted, [NOTHING_CHANGED]];
  const signed = code === 'SIGNATURE_REQUIRED' ? findOperation(error.operation ?? '') : undefined;
  if (signed !== undefined) {
    return [status.failed, [`${code}: ${signatureText(signed)}`, 'Nothing was changed.']];
  }
  const isInvalid = code === 'INVALID_REQUEST' || code === 'CONFIGURATION';
  const advice = fields.length > 0 ? 'Correct these options, and send it again.' : action;
  return [isInvalid ? status.invalid : status.failed, [...facts, advice]];
}

/**
 * The command `payments`.
 *
 * @returns its exit status
 */
export async function main(
  argv: readonly string[],
  environment: Environment,
  terminal: Terminal = processTerminal(),
): Promise<number> {
  try {
    requireNodeVersion(process.versions.node);
    return await run(argv, environment, terminal);
  } catch (error) {
    // Whoever closed the pipe has what they wanted.
    if (error instanceof BrokenPipe) return status.done;
    const [code, lines] = explain(error);
    const [first = '', ...others] = lines.filter((line) => line !== '');
    const { width } = terminal;
    for (const line of [`payments: ${first}`, ...others]) {
      terminal.error(wrapped(inTerminal(line), width, GAP));
    }
    return code;
  }
}
