import { ArgumentError, visibleText } from '@org/payments-contract/internal';
import { MCP_VERSION } from '../../package-info.ts';
import { requireNodeVersion } from '../mcp/machine.ts';
import type { Environment } from '../mcp/make-mcp.ts';
import { runCheck } from './check.ts';
import { GAP, wrapped } from './columns.ts';
import { completion } from './completion.ts';
import { explain } from './explain.ts';
import { runJournal } from './journal.ts';
import { inPlaceOf, isChange, isOperation, operationNamed } from './operations.ts';
import { ownCommands, ownMeantBy } from './own-commands.ts';
import { replay } from './replay.ts';
import { runCommand } from './run/run-command.ts';
import { runOperation } from './run-operation.ts';
import { status } from './status.ts';
import { BrokenPipe, processTerminal, type Terminal, unread } from './terminal.ts';
import { resourceHelp, usage } from './usage.ts';

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
  const [command] = words;
  const args = argv.slice(words.length);
  if (command === undefined) {
    const isVersion = args[0] === '--version' || args[0] === '-v';
    const asksHelp = args.length === 0 || args[0] === '--help' || args[0] === '-h';
    if (!isVersion && !asksHelp) throw new ArgumentError('the operation comes first; see --help');
    await terminal.out(isVersion ? `${MCP_VERSION}\n` : usage());
    return status.done;
  }
  const isHelp = args.some((word) => word === '--help' || word === '-h');
  const at = words.indexOf('help');
  if (at >= 0) return run([...argv.toSpliced(at, 1), '--help'], environment, terminal);
  if (isHelp && command !== 'run' && !isOperation(words)) {
    const isOwn = ownCommands.some((one) => one.split(' ')[0] === command);
    const own = isOwn ? usage() : resourceHelp(words);
    // The error suggests the names that are close.
    if (own === undefined) operationNamed(words, ownMeantBy(words));
    await terminal.out(own ?? '');
    return status.done;
  }
  if (command === 'completion') {
    await terminal.out(completion(argv.slice(1)));
    return status.done;
  }
  if (command === 'check') return runCheck(argv.slice(1), environment, unread(terminal));
  if (command === 'replay') {
    await replay(words.slice(1), args, environment, terminal);
    return status.done;
  }
  if (command === 'journal') {
    const isOpen = await runJournal(words.slice(1), args, environment, terminal);
    return isOpen ? status.unknown : status.done;
  }
  if (command === 'run') return runCommand(argv.slice(1), environment, unread(terminal));
  await runOperation(operationNamed(words, ownMeantBy(words)), args, environment, terminal);
  return status.done;
}

async function exitStatus(argv: readonly string[], environment: Environment, terminal: Terminal) {
  try {
    requireNodeVersion(process.versions.node);
    return await run(argv, environment, terminal);
  } catch (error) {
    // The reader that closed the pipe needs no more output.
    if (error instanceof BrokenPipe) return status.done;
    const [code, all] = explain(error, isChange(wordsOf(argv)));
    // Rows before it may be paid.
    const told = argv[0] === 'run' ? 'The request that ended the run' : 'This call';
    const lines = all.map((line) => line.replace(/^This call(?= has changed)/, told));
    const [first = '', ...others] = lines.filter((line) => line !== '');
    const { width } = terminal;
    for (const line of [`payments: ${first}`, ...others]) {
      terminal.error(wrapped(visibleText(line), width, GAP));
    }
    return code;
  }
}

/**
 * The command `payments`.
 *
 * @returns its exit status
 */
export function main(
  argv: readonly string[],
  environment: Environment,
  terminal: Terminal = processTerminal(),
): Promise<number> {
  return inPlaceOf(argv, () => exitStatus(argv, environment, terminal));
}
