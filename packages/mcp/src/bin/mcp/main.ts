import { once } from 'node:events';
import { ArgumentError } from '@org/payments-contract/internal';
import { serveApprovalPage } from '../../approval/page/serve-approval-page.ts';
import { filePasskeys, type PasskeyStore } from '../../approval/passkey/passkey-store.ts';
import type { PaymentsMcp } from '../../create-payments-mcp.ts';
import type { McpOptionError } from '../../errors/mcp-errors.ts';
import { startText } from '../../errors/operator-words.ts';
import { listenHttp } from '../../http/listen.ts';
import { MCP_VERSION } from '../../package-info.ts';
import { serveStdio } from '../../serve-stdio.ts';
import { type Arguments, readArguments, usage } from './arguments.ts';
import { firstOfMany, openBrowser, requireNodeVersion } from './machine.ts';
import {
  type Environment,
  jsonLogger,
  logLevelOf,
  required,
  startMcp,
  stateFile,
} from './make-mcp.ts';

function write(line: string): void {
  process.stderr.write(`${line}\n`);
}

function stopSignal(): Promise<unknown> {
  return Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => once(process, name)));
}

interface Settings extends Arguments {
  readonly passkeys: PasskeyStore | undefined;
}

async function serve(args: Arguments, environment: Environment): Promise<void> {
  // Log lines that nobody reads any more do not end a server, whose calls may be payments.
  process.stderr.on('error', () => undefined);
  const mcp = await startMcp(args, environment, jsonLogger(logLevelOf(environment), write));
  const stopped = stopSignal();
  const passkeys = args.requiresPasskey
    ? filePasskeys(stateFile(environment, 'passkeys.json'))
    : undefined;
  if (args.http) await serveHttp(mcp, { ...args, passkeys }, environment, stopped);
  else await serveInput(mcp, { ...args, passkeys }, stopped);
}

async function serveInput(mcp: PaymentsMcp, args: Settings, stopped: Promise<unknown>) {
  // The client ends the process by closing its input, or no longer reads: a payment is not ended by that.
  const ended = new Promise((resolve) => {
    for (const event of ['end', 'close', 'error']) process.stdin.on(event, resolve);
    process.stdout.on('error', resolve);
  });
  const open = firstOfMany(openBrowser);
  const show = (address: string, waiting: number) => {
    write(`payments-mcp: a call waits for your decision: ${address}`);
    if (args.opensBrowser) open(address, waiting);
  };
  const page = args.secondCall
    ? undefined
    : await serveApprovalPage(mcp, {
        show,
        passkeys: args.passkeys,
        onlyOwnUser: args.opensBrowser,
      });
  const connection = await serveStdio(mcp);
  await Promise.race([stopped, ended]);
  await connection.close();
  await page?.close();
}

/** The code of each person, from `ada@example.com=code grace@example.com=code`. @throws ArgumentError */
function codesOf(text: string | undefined): Readonly<Record<string, string>> | undefined {
  if (text === undefined || text === '') return undefined;
  const pairs = text.split(/\s+/).filter(Boolean);
  const names = pairs.map((pair) => pair.split('=', 1)[0]);
  const isPair = (pair: string) => /^[^=,;]+=.*[^,;&]$/.test(pair) && !/=.*[,;&][^=]+=/.test(pair);
  if (!pairs.every(isPair) || new Set(names).size < names.length) {
    throw new ArgumentError(
      'PAYMENTS_MCP_APPROVAL_CODES takes the name and code of each person, such as ada@example.com=$(openssl rand -hex 32), separated by spaces',
    );
  }
  return Object.fromEntries(
    pairs.map((pair) => [pair.split('=', 1)[0], pair.replace(/^[^=]*=/, '')]),
  );
}

async function serveHttp(
  mcp: PaymentsMcp,
  { passkeys, ...args }: Settings,
  environment: Environment,
  stopped: Promise<unknown>,
): Promise<void> {
  const token = required(environment, 'PAYMENTS_MCP_TOKEN');
  const approvalCodes = codesOf(environment.PAYMENTS_MCP_APPROVAL_CODES);
  // Only who has a code can sign in on the page.
  if (args.pageOnly) required(environment, 'PAYMENTS_MCP_APPROVAL_CODES');
  if (Object.values(approvalCodes ?? {}).includes(token)) {
    throw new ArgumentError(
      'PAYMENTS_MCP_TOKEN is also a code in PAYMENTS_MCP_APPROVAL_CODES: the client would approve its own calls',
    );
  }
  const { port, host, allowedHosts, allowedOrigins, publicOrigin } = args;
  const address = { port, host, allowedHosts, allowedOrigins, publicOrigin };
  const options = { ...address, token, approvalCodes, passkeys };
  const server = await listenHttp(mcp, options);
  write(`payments-mcp is ready at ${server.url}`);
  await stopped;
  await server.close();
}

/** What to print for a failure: what was wrong, and what to do. Never a stranger's message with values. */
function explain(error: unknown): string {
  const { code, message, action } = error as Partial<McpOptionError> & { message?: string };
  if (String(code) === 'EADDRINUSE') return `${message}. Choose another --port.`;
  return startText([message ?? String(error), action ?? ''].join(' ').trim());
}

/**
 * The command `payments-mcp`.
 *
 * @returns its exit status: 2 for a command line or environment that is not valid, 1 for any other failure
 */
export async function main(argv: readonly string[], environment: Environment): Promise<number> {
  try {
    requireNodeVersion(process.versions.node, ", and name it in the client's `command`");
    const args = readArguments(argv);
    if (args.show === 'help') process.stdout.write(usage);
    else if (args.show === 'version') process.stdout.write(`${MCP_VERSION}\n`);
    else await serve(args, environment);
    return 0;
  } catch (error) {
    write(`payments-mcp: ${explain(error)}`);
    const { code } = error as { readonly code?: unknown };
    return error instanceof ArgumentError || code === 'CONFIGURATION' ? 2 : 1;
  }
}
