import { parseArgs } from 'node:util';
import { ArgumentError, portOf } from '@org/payments-contract/internal';
import { instant } from '../../clock.ts';
import { type Choices, openChoices } from '../../options/choices.ts';
import { eventTypes, requireEventType } from '../../webhooks/event-types.ts';
import { targetProblem } from '../../webhooks/targets.ts';

const options = {
  port: { type: 'string', default: '4010' },
  host: { type: 'string', default: '127.0.0.1' },
  seed: { type: 'string' },
  'token-id': { type: 'string' },
  'client-secret': { type: 'string' },
  now: { type: 'string' },
  state: { type: 'string' },
  strict: { type: 'boolean', default: false },
  dialect: { type: 'string' },
  cors: { type: 'boolean', default: false },
  'cors-origin': { type: 'string', multiple: true, default: [] as string[] },
  set: { type: 'string', multiple: true, default: [] as string[] },
  demo: { type: 'boolean', default: false },
  fixtures: { type: 'string' },
  'allow-host': { type: 'string', multiple: true, default: [] as string[] },
  fault: { type: 'string', multiple: true, default: [] as string[] },
  replay: { type: 'string' },
  'forward-to': { type: 'string', multiple: true, default: [] as string[] },
  url: { type: 'string', default: 'http://127.0.0.1:4010' },
  token: { type: 'string' },
  json: { type: 'boolean', default: false },
  gaps: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', short: 'v', default: false },
} as const;

export const usage = `Usage: payments-mock [listen] [options]
       payments-mock trigger <event> [--url <url>] [--token <token>] [--json]

listen (or nothing) serves the payments API from memory, with an inspector at its address.
trigger makes a running mock emit an event such as OUTGOING_PAYMENT.COMPLETED, with the
resources it is about. Some types, such as INTERNAL_ACCOUNT.STATUS_UPDATED, are emitted in no other way.

  --port <number>         port to listen on; 0 for any free one (4010)
  --host <address>        address to listen on (127.0.0.1); on any other than loopback the
                          inspector and the control API require the token printed at the start
  --allow-host <name>     accept requests for this host name; may be repeated
  --seed <text>           determines every id, key and challenge; random by default, and printed
  --token-id <id>         the platform's credentials, which the seed determines otherwise; a
  --client-secret <text>  secret of a test, because a command line is visible to others
  --now <time>            ISO 8601; the clock stands still until it is moved
  --state <file>          load the state from a file, and save it there on exit (mode 0600)
  --strict                refuse sandbox literals and client keys that were used before
  --dialect <name>        behave as a newer service: 2026-08. Give client, relay and wallet the same,
                          and the wallet the codeKey that is printed at the start
  --cors                  let pages of any origin use the API, but not the control API
  --cors-origin <origin>  let pages of this origin use the API; may be repeated
  --set <option>=<value>  decide an open point, see --gaps; durations are in milliseconds; may
                          be repeated
  --fault <json>          add a fault, such as '{"effect":{"kind":"lose-reply"}}'; may be repeated
  --replay <file>         add the faults that reproduce the error of an error.report()
  --forward-to <url>      deliver every event, signed, to this URL; may be repeated
  --demo                  start with a customer, a wallet and a card; a reset returns to them
  --fixtures <file>       start with the resources in a file, JSON or YAML; a reset returns to
                          them. With --state, only if its file does not exist yet
  --json                  print one JSON object per line
  --token <token>         what the control API requires as a bearer token, at least 16 characters;
                          generated when left out, off loopback. trigger: what it requires
  --url <url>             trigger: address of the mock (http://127.0.0.1:4010)
  --gaps                  list every point the specification leaves open, and exit
  -h, --help              print this, and exit
  -v, --version           print the version, and exit
`;

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
  } catch (error) {
    throw new ArgumentError(error instanceof Error ? error.message : String(error));
  }
}

function nowOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    instant(text);
    return text;
  } catch {
    throw new ArgumentError(`--now takes a time such as 2026-01-05T09:00:00Z, not ${text}`);
  }
}

/** Returns a string as an option's value, of the same kind as its default. */
function choiceOf(text: string): readonly [string, unknown] {
  const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (!Object.hasOwn(openChoices, name)) {
    throw new ArgumentError(`--set takes <option>=<value>, not ${text}; --gaps lists the options`);
  }
  const choice: { readonly default: unknown; readonly values?: readonly unknown[] } =
    openChoices[name as keyof Choices];
  if (Array.isArray(choice.default)) return [name, value.split(',')];
  const isNumber = typeof choice.default === 'number' && Number.isFinite(Number(value));
  const given =
    choice.values?.find((known) => String(known) === value) ?? (isNumber && Number(value));
  const isKnown = choice.values === undefined ? isNumber : choice.values.includes(given);
  if (isKnown) return [name, given];
  const takes = choice.values?.join(', ') ?? 'a number';
  throw new ArgumentError(`${name} takes ${takes}, not ${value}`);
}

/** Returns the command in front of the options; `listen` by default. */
function commandOf(words: readonly string[]) {
  const [command = 'listen', event, ...more] = words;
  const extra = command === 'listen' ? event : more[0];
  if (extra !== undefined)
    throw new ArgumentError(`${extra} is an unexpected argument; see --help`);
  if (command === 'listen') return { command, event: '' } as const;
  if (command !== 'trigger') {
    throw new ArgumentError(`${command} is not a command; commands are listen and trigger`);
  }
  if (event !== undefined) return { command, event: requireEvent(event) } as const;
  throw new ArgumentError(`trigger takes a type of event: ${eventTypes().join(', ')}`);
}

function requireEvent(type: string): string {
  try {
    return requireEventType(type);
  } catch (cause) {
    throw new ArgumentError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function mockUrl(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new ArgumentError(`--url takes an http or https URL, not ${url}`);
}

/** Does not show the URL, which may hold a password. */
function forwardUrl(url: string): string {
  const expected = targetProblem(url);
  if (expected === undefined) return url;
  throw new ArgumentError(`--forward-to takes ${expected}`);
}

function showOf({ help, version, gaps }: ReturnType<typeof parsed>['values']) {
  if (help) return 'help';
  if (version) return 'version';
  return gaps ? 'gaps' : undefined;
}

/** @throws ArgumentError */
export function readArguments(args: readonly string[]) {
  const { values, positionals } = parsed(args);
  const origins = values['cors-origin'];
  return {
    ...commandOf(positionals),
    url: mockUrl(values.url),
    token: values.token,
    forwardTo: values['forward-to'].map(forwardUrl),
    port: portOf(values.port),
    host: values.host,
    allowedHosts: values['allow-host'],
    seed: values.seed,
    tokenId: values['token-id'],
    clientSecret: values['client-secret'],
    now: nowOf(values.now),
    state: values.state,
    strict: values.strict,
    dialect: values.dialect,
    cors: values.cors || (origins.length > 0 && origins),
    demo: values.demo,
    fixtures: values.fixtures,
    faults: values.fault,
    replay: values.replay,
    json: values.json,
    choices: Object.fromEntries(values.set.map(choiceOf)) as Partial<Choices>,
    show: showOf(values),
  };
}

export type Arguments = ReturnType<typeof readArguments>;
