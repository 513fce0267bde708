import { ArgumentError } from '@org/payments-contract/internal';
import { FixtureError } from '../../engine/resource/fixture.ts';
import { idOf } from '../../fixtures/load.ts';
import { createMock } from '../../mock.ts';
import type { Gap } from '../../options/choices.ts';
import { MockUsageError } from '../../usage-error.ts';
import type { WebhookDelivery } from '../../webhooks/tables.ts';
import { listen, type MockServer } from '../listen.ts';
import { type Arguments, readArguments, usage } from './arguments.ts';
import { type MadeMock, makeMock } from './make-mock.ts';
import { saveState } from './state-file.ts';

interface TriggeredEvent {
  readonly id: string;
  readonly type: string;
}

/** Makes a running mock emit an event. @throws ArgumentError if none responds, or it refuses */
async function triggerOn({ url, token, event }: Arguments): Promise<TriggeredEvent> {
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const init = { method: 'POST', headers, body: JSON.stringify({ type: event }) };
  const response = await fetch(new URL('/__mock/webhooks/trigger', url), init).catch((cause) => {
    const message = `no mock responds at ${url}; start one, or set its address with --url`;
    throw new ArgumentError(message, { cause });
  });
  const body = (await response.json().catch(() => ({}))) as TriggeredEvent & {
    readonly message?: string;
  };
  if (response.ok) return body;
  throw new ArgumentError(body.message ?? `the mock at ${url} responded with ${response.status}`);
}

/** Returns the gap ledger as text: each open point, its setting and the alternatives. */
function gapsText(gaps: readonly Gap[]): string {
  const entries = gaps.map(({ option, rule, question, value, alternatives }) => {
    const where = rule === undefined ? '' : ` (rule ${rule})`;
    const others = alternatives?.length ? `; or ${alternatives.join(', ')}` : '';
    return `${question}${where}\n  ${option}=${String(value)}${others}\n`;
  });
  return entries.join('\n');
}

/** Milliseconds for requests in flight, so that a signal stops the process within a second. */
const GRACE = 500;

/** The package's version; a test keeps it equal to the manifest's. */
export const VERSION = '0.1.0';

/** The oldest version of Node.js that is tested, as in the manifest. */
const OLDEST = '22.12';

/** @throws ArgumentError for a version of Node.js that is too old for some of the commands */
function requireNodeVersion(version: string): void {
  if (version.localeCompare(OLDEST, 'en', { numeric: true }) >= 0) return;
  throw new ArgumentError(`Node.js ${version} is too old; use ${OLDEST} or later`);
}

export interface Output {
  out(line: string): void;
  error(line: string): void;
}

const terminal: Output = {
  out: (line) => void process.stdout.write(`${line}\n`),
  error: (line) => void process.stderr.write(`${line}\n`),
};

function tell(output: Output, { json }: Arguments, event: string, facts: object, text: string) {
  output.out(json ? JSON.stringify({ event, ...facts }) : text);
}

function fixtureLines(fixtures: object): string[] {
  const lines = Object.entries(fixtures).flatMap(([kind, entries]) =>
    Object.entries(entries as object).map(([name, result]) => `  ${kind}.${name}  ${idOf(result)}`),
  );
  return lines.length === 0 ? [] : [...lines, ''];
}

function tellReady(output: Output, args: Arguments, server: MockServer, made: MadeMock): void {
  const { mock, fixtures } = made;
  const faults = mock.faults.armed.length;
  const webhookPublicKey = mock.webhooks.publicKey;
  const { url, inspectorUrl, controlToken, connection } = server;
  const { baseUrl, tokenId, clientSecret } = connection;
  const newer = args.dialect ? { dialect: args.dialect, codeKey: mock.codeKey } : {};
  const added = faults === 0 ? [] : [`Faults added: ${faults}.`];
  const forwards = args.forwardTo.map((to) => `Events are delivered to ${to}.`);
  const key = JSON.stringify(webhookPublicKey);
  const webhookKey = forwards.length === 0 ? [] : [`  PAYMENTS_WEBHOOK_PUBLIC_KEY=${key}`];
  const token = controlToken === undefined ? [] : [`Token of the control API: ${controlToken}`];
  tell(
    output,
    args,
    'ready',
    {
      url,
      inspectorUrl,
      controlToken,
      ...connection,
      seed: mock.seed,
      webhookPublicKey,
      ...newer,
      faults,
      fixtures,
      pid: process.pid,
    },
    [
      `payments-mock is ready at ${url} (seed ${mock.seed})`,
      '',
      `  PAYMENTS_BASE_URL=${baseUrl}`,
      `  PAYMENTS_TOKEN_ID=${tokenId}`,
      `  PAYMENTS_CLIENT_SECRET=${clientSecret}`,
      ...webhookKey,
      '',
      ...fixtureLines(fixtures),
      ...forwards,
      ...added,
      ...Object.entries(newer).map(([name, value]) => `  ${name}: ${value}`),
      ...token,
      `Open ${inspectorUrl} in a browser for the inspector. Stop with Ctrl-C.`,
    ].join('\n'),
  );
}

function tellAttempt(output: Output, args: Arguments, delivery: WebhookDelivery): void {
  const { eventId, eventType, target, state, attempts, nextAttemptAt } = delivery;
  const { at, status, error } = attempts.at(-1) ?? {};
  const facts = { eventId, eventType, target, state, at, status, error, nextAttemptAt };
  const next = nextAttemptAt === undefined ? '' : `, next attempt at ${nextAttemptAt}`;
  const text = `${at} ${eventType} ${eventId} -> ${target} ${status ?? error} (${state}${next})`;
  tell(output, args, 'delivery', facts, text);
}

async function runTrigger(output: Output, args: Arguments): Promise<void> {
  const { id, type } = await triggerOn(args);
  tell(output, args, 'triggered', { id, type }, `${type} ${id}`);
}

/** Resolves when nobody reads the output any more, as in `payments-mock | head -1`. */
function brokenPipe(): Promise<'EPIPE'> {
  return new Promise((resolve) => {
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      resolve('EPIPE');
    });
  });
}

/** Resolves with the first signal to stop; a second one ends the process at once. */
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

async function run(output: Output, args: Arguments): Promise<void> {
  // As the first process of a container, it is stopped only by signals that it listens for.
  const stopped = Promise.race([stopSignal(), brokenPipe()]);
  const made = await makeMock(args);
  const { mock } = made;
  const { port, host, cors, allowedHosts, forwardTo } = args;
  mock.webhooks.onAttempt((delivery) => tellAttempt(output, args, delivery));
  const access = args.token === undefined ? {} : { controlToken: args.token };
  const server = await listen(mock, { port, host, cors, allowedHosts, forwardTo, ...access });
  tellReady(output, args, server, made);
  const signal = await stopped;
  await server.close({ grace: GRACE });
  if (args.state !== undefined) await saveState(args.state, mock.snapshot());
  const saved = args.state === undefined ? '' : `, state saved to ${args.state}`;
  tell(output, args, 'stopped', { signal, state: args.state }, `Stopped by ${signal}${saved}.`);
}

function showGaps(output: Output, args: Arguments): void {
  const { gaps } = createMock({ ...args.choices, strict: args.strict });
  output.out(args.json ? JSON.stringify(gaps) : gapsText(gaps));
}

function explain(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `${message}. Choose another --port, or 0 for any free one.`;
  return error instanceof Error ? error.message : String(error);
}

const usageErrors = [ArgumentError, MockUsageError, FixtureError];

/** Returns the exit status: 2 for an invalid command line, 1 for any other failure. */
export async function main(
  argv: readonly string[],
  output: Output = terminal,
  version = process.versions.node,
): Promise<number> {
  try {
    requireNodeVersion(version);
    const args = readArguments(argv);
    if (args.show === 'help') output.out(usage);
    else if (args.show === 'version') output.out(VERSION);
    else if (args.show === 'gaps') showGaps(output, args);
    else if (args.command === 'trigger') await runTrigger(output, args);
    else await run(output, args);
    return 0;
  } catch (error) {
    output.error(`payments-mock: ${explain(error)}`);
    return usageErrors.some((kind) => error instanceof kind) ? 2 : 1;
  }
}
