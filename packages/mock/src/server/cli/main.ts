import { createMock, type Mock } from '../../mock.ts';
import { listen, type MockServer } from '../listen.ts';
import { ArgumentError, type Arguments, readArguments, usage } from './arguments.ts';
import { addDemo } from './demo.ts';
import { gapsText } from './gaps-text.ts';
import { loadState, saveState } from './state-file.ts';

/** How long requests that are being answered may take to end. */
const GRACE = 2000;

/** The version of the package; a test keeps it equal to that of the manifest. */
export const VERSION = '0.1.0';

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}

function tell(args: Arguments, event: string, facts: object, text: string): void {
  write(args.json ? JSON.stringify({ event, ...facts }) : text);
}

async function makeMock(args: Arguments): Promise<Mock> {
  const state = args.state === undefined ? undefined : await loadState(args.state);
  const mock = createMock({
    ...args.choices,
    strict: args.strict,
    now: args.now ?? Date.now,
    ...(args.seed === undefined ? {} : { seed: args.seed }),
    ...(state === undefined ? {} : { state }),
  });
  if (state !== undefined && args.now === undefined) mock.clock.set(Date.now());
  if (args.demo) addDemo(mock);
  return mock;
}

function tellReady(args: Arguments, { url, connection }: MockServer): void {
  const { baseUrl, tokenId, clientSecret } = connection;
  tell(
    args,
    'ready',
    { url, ...connection, pid: process.pid },
    [
      `payments-mock is ready at ${url}`,
      '',
      `  PAYMENTS_BASE_URL=${baseUrl}`,
      `  PAYMENTS_TOKEN_ID=${tokenId}`,
      `  PAYMENTS_CLIENT_SECRET=${clientSecret}`,
      '',
      `Open ${url} in a browser to look inside. Stop with Ctrl-C.`,
    ].join('\n'),
  );
}

/** Resolves with the first signal to stop; a second one stops at once. */
function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let isStopping = false;
    const onSignal = (signal: NodeJS.Signals) => {
      if (isStopping) process.exit(1);
      isStopping = true;
      resolve(signal);
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  });
}

async function run(args: Arguments): Promise<void> {
  const mock = await makeMock(args);
  const { port, host, cors } = args;
  const stopped = stopSignal();
  const server = await listen(mock, { port, host, cors });
  tellReady(args, server);
  const signal = await stopped;
  await server.close({ grace: GRACE });
  if (args.state !== undefined) await saveState(args.state, mock.snapshot());
  const saved = args.state === undefined ? '' : `, state saved to ${args.state}`;
  tell(args, 'stopped', { signal, state: args.state }, `Stopped by ${signal}${saved}.`);
}

function showGaps(args: Arguments): void {
  const { gaps } = createMock({ ...args.choices, strict: args.strict });
  write(args.json ? JSON.stringify(gaps) : gapsText(gaps));
}

function explain(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `${message}. Take another --port, or 0 for any free one.`;
  return error instanceof Error ? error.message : String(error);
}

/**
 * The command `payments-mock`.
 *
 * @returns its exit status: 2 for a wrong command line, 1 for any other failure
 */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    const args = readArguments(argv);
    if (args.show === 'help') write(usage);
    else if (args.show === 'version') write(VERSION);
    else if (args.show === 'gaps') showGaps(args);
    else await run(args);
    return 0;
  } catch (error) {
    process.stderr.write(`payments-mock: ${explain(error)}\n`);
    return error instanceof ArgumentError ? 2 : 1;
  }
}
