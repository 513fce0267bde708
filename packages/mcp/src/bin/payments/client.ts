import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { platform } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ArgumentError } from '@org/payments-contract/internal';
import {
  createAgentClient,
  createPaymentsClient,
  type Journal,
  type JournalOwner,
  type OpenRecord,
} from '@org/payments-sdk';
import { postgresJournal, type SqliteJournal, sqliteJournal } from '@org/payments-sdk/journal';
import type { AnyClient } from '../../tools/method.ts';
import { refuseEmptied } from '../emptied.ts';
import { accountOf, dialectOf, type Environment, required } from '../mcp/make-mcp.ts';
import { isDatabase, openPool } from '../postgres.ts';
import { command } from './operations.ts';
import type { CommandLine } from './options.ts';
import { Unprinted } from './print.ts';
import { profileEnvironment, serviceText } from './profile.ts';

const MOCK = 'http://127.0.0.1:4010';
/** Milliseconds in which the mock responds. */
const MOCK_TIME = 10_000;

/** Characters that are read of what a command prints: a secret is shorter. */
const MOST_OUTPUT = 65_536;
/** Milliseconds in which what a command has printed is read after its end. */
const AFTER_EXIT = 250;

/** The system's own tools that return a secret of the person who is signed in. */
function keychainCommand(account: string): readonly [string, ...string[]] {
  if (platform === 'darwin') {
    return ['security', 'find-generic-password', '-s', 'payments', '-a', account, '-w'];
  }
  if (platform === 'linux')
    return ['secret-tool', 'lookup', 'service', 'payments', 'account', account];
  throw new ArgumentError('--keychain works on macOS and Linux; set the variable instead');
}

async function keychainSecret(account: string): Promise<string> {
  const [command, ...args] = keychainCommand(account);
  // The error of a failed process is not passed on: it may hold what the tool printed.
  const found = await promisify(execFile)(command, args).catch(({ code }) => {
    if (code !== 'ENOENT') return undefined;
    throw new ArgumentError(`--keychain needs ${command}, which is not on this machine`);
  });
  const secret = found?.stdout.replace(/\r?\n$/, '') ?? '';
  if (secret !== '') return secret;
  throw new ArgumentError(
    `${command} found no secret of the service "payments" for the account "${account}", or the keychain is locked or cannot be reached`,
  );
}

/** Runs a command of the environment, such as `op read …` or `vault kv get …`, by the shell. */
async function commandSecret(command: string, account: string, environment: Environment) {
  // What a profile has left out, such as the secret of another service, stays out.
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('PAYMENTS_'));
  const env = { ...Object.fromEntries(others), ...environment, PAYMENTS_ACCOUNT: account };
  // It may ask for a passphrase.
  const child = spawn(command, { shell: true, stdio: ['inherit', 'pipe', 'inherit'], env });
  const exited = once(child, 'exit');
  let text = '';
  const whole = new Promise<void>((done) => {
    child.stdout.setEncoding('utf8').once('end', done);
    child.stdout.on('data', (chunk: string) => {
      text += chunk;
      if (text.length > MOST_OUTPUT) child.kill();
    });
  });
  const [code, ended] = await exited;
  // What the command has started may keep its output open.
  await Promise.race([whole, sleep(AFTER_EXIT, undefined, { ref: false })]);
  child.stdout.destroy();
  const [secret = ''] = text.split(/\r?\n/);
  if (code === 0 && secret !== '') return secret;
  const problem =
    code === 0 ? 'printed nothing' : `ended with ${code === null ? ended : `status ${code}`}`;
  // Neither its name nor its output: both may hold a secret.
  throw new ArgumentError(`the command of PAYMENTS_CREDENTIALS_COMMAND ${problem}`);
}

/** @throws ArgumentError */
export function mockAddress({ PAYMENTS_MOCK_URL: given }: Environment): string {
  const url = given || MOCK;
  if (/^https?:/i.test(url) && URL.canParse(url)) return url;
  throw new ArgumentError(`PAYMENTS_MOCK_URL is ${url}: set an address such as ${MOCK}`);
}

/** Sends a request to the mock itself. @throws ArgumentError if nothing responds there */
export function askMock(url: string, path: string, init?: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(MOCK_TIME);
  return fetch(new URL(`/__mock/${path}`, url), { ...init, signal }).catch((cause: unknown) => {
    throw new ArgumentError(`no mock at ${url}: start one with npx payments-mock`, { cause });
  });
}

/** The credentials of a mock that runs on this machine. @throws ArgumentError */
async function mockEnvironment(environment: Environment): Promise<Environment> {
  const url = mockAddress(environment);
  const response = await askMock(url, 'connection');
  const facts: unknown = response.ok ? await response.json().catch(() => undefined) : undefined;
  const { baseUrl, tokenId, clientSecret } = Object(facts) as Readonly<Record<string, string>>;
  if (!(baseUrl && tokenId && clientSecret)) {
    throw new ArgumentError(`${url} does not return the credentials of a mock`);
  }
  const api = { PAYMENTS_BASE_URL: baseUrl, PAYMENTS_TOKEN_ID: tokenId };
  return { ...environment, ...api, PAYMENTS_CLIENT_SECRET: clientSecret };
}

/** The file of the journal that a command line or the environment names; empty if none. */
export function journalFile({ journal }: ClientLine, environment: Environment): string {
  if (journal === '') throw new ArgumentError('--journal has no value: is a variable empty?');
  const path = journal ?? environment.PAYMENTS_JOURNAL ?? '';
  if (path !== ':memory:') return path;
  throw new ArgumentError('a journal in memory is gone when the command ends: name a file');
}

export async function openJournal(
  path: string,
  { PAYMENTS_JOURNAL_SECRET }: Environment,
): Promise<SqliteJournal> {
  const options = PAYMENTS_JOURNAL_SECRET ? { secret: PAYMENTS_JOURNAL_SECRET } : {};
  if (!isDatabase(path)) {
    await refuseEmptied(path, '--journal');
    return sqliteJournal(path, options);
  }
  const pool = await openPool(path);
  const close = () => pool.end();
  return { ...postgresJournal(pool, options), close, [Symbol.asyncDispose]: close };
}

/** Whose entries of a journal a client looks after: those of an account under each of its names. */
type Owners = readonly [now: JournalOwner, formerly: readonly JournalOwner[]];

function ownersOf(isAgent: boolean, baseUrl: string, accounts: readonly string[]): Owners {
  const address = new URL(baseUrl).href.replace(/\/+$/, '');
  const service = `${isAgent ? 'agent' : 'platform'} ${address}`;
  const [now, ...formerly] = accounts.map((account) => ({ service, account }));
  return [now as JournalOwner, formerly];
}

/** The same as far as the environment says it: the secret of the journal names owners, no other is needed. */
export function knownOwners(environment: Environment): Owners | undefined {
  const { PAYMENTS_BASE_URL: url = '', PAYMENTS_ACCESS_TOKEN: agent } = environment;
  const token = environment.PAYMENTS_TOKEN_ID;
  const account = token || agent;
  if (!URL.canParse(url) || !account || !environment.PAYMENTS_JOURNAL_SECRET) return undefined;
  return ownersOf(!token, url, [...((token && accountOf(environment)) || []), account]);
}

/** A client, and the journal that it records changes in, if one is named. */
export interface CommandClient {
  readonly client: AnyClient;
  readonly journal: SqliteJournal | undefined;
  /** The whole path of a journal that is not there yet; undefined of others. */
  readonly newJournal: string | undefined;
  /** Ids of the entries whose outcome the journal has not recorded. */
  readonly unrecorded: ReadonlySet<string>;
  readonly isAgent: boolean;
  /** Which service it is of, and where its settings are from, for a person. */
  readonly service: string;
  /** Whose entries of the journal the client recovers. */
  readonly owners: Owners;
  readonly close: () => Promise<void>;
}

const PAGE = 100;

/** The recorded changes without a known outcome, and on demand those that were applied since a time, ISO 8601. */
export async function openRecords(
  journal: Journal,
  appliedSince?: string,
): Promise<readonly OpenRecord[]> {
  const all: OpenRecord[] = [];
  for (;;) {
    const page = await journal.open({ after: all.at(-1), appliedSince, limit: PAGE });
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

/** The calls of each change: all of one operation with one key are one. */
export function changesOf(records: readonly OpenRecord[]): readonly (readonly OpenRecord[])[] {
  const changeOf = ({ id, operation, scope, idempotencyKey }: OpenRecord) =>
    `${operation} ${scope} ${idempotencyKey ?? id}`;
  return [...Map.groupBy(records, changeOf).values()];
}

/** The open changes of the journal that only another secret of it unseals. */
export async function sealedRecords({ journal, owners }: CommandClient) {
  if (journal === undefined) return [];
  const [open, scopes] = await Promise.all([openRecords(journal), journal.scopes(...owners)]);
  const records = changesOf(open).flatMap(([first]) => first ?? []);
  return records.filter(({ scope }) => scopes.reasonAgainst(scope)?.reason === 'secret');
}

/** The same journal, which keeps in a set the ids of the entries whose outcome it has not recorded. */
function watched(journal: SqliteJournal, open: Set<string>): SqliteJournal {
  const update: SqliteJournal['update'] = async (id, ...more) => {
    open.add(id);
    const isUpdated = await journal.update(id, ...more);
    open.delete(id);
    return isUpdated;
  };
  return { ...journal, update };
}

/** The end of a command whose changes were carried out. @throws Unprinted if the journal has one as open */
export function requireRecorded({ unrecorded }: CommandClient): void {
  if (unrecorded.size === 0) return;
  const fact =
    'The service carried it out: do not send it again. The journal could not record that';
  throw new Unprinted('applied', fact, new Error(`${command('journal recover')} does`));
}

export type ClientLine = Pick<CommandLine, 'journal' | 'profile' | 'usesKeychain' | 'usesMock'> &
  Partial<Pick<CommandLine, 'isDryRun'>>;

/** The environment that a command line stands in: that of its profile, and of the mock. @throws ArgumentError */
export async function environmentOf(
  { profile, usesMock }: Pick<ClientLine, 'profile' | 'usesMock'>,
  given: Environment,
): Promise<Environment> {
  const own = profileEnvironment(profile, given);
  return usesMock ? mockEnvironment(own) : own;
}

/** Whether a command that calls no operation is of the agent: the environment names no API token. */
export function isForAgent(line: ClientLine, environment: Environment): boolean {
  const { PAYMENTS_TOKEN_ID, PAYMENTS_ACCESS_TOKEN, PAYMENTS_CREDENTIALS_COMMAND } = environment;
  if (line.usesMock || PAYMENTS_TOKEN_ID) return false;
  return Boolean(PAYMENTS_ACCESS_TOKEN || PAYMENTS_CREDENTIALS_COMMAND) || line.usesKeychain;
}

/**
 * Creates the client for operations of one kind. One that sends nothing asks for no secret, and opens
 * no journal.
 *
 * @throws ArgumentError for missing credentials
 */
export async function makeClient(
  isAgent: boolean,
  line: ClientLine,
  given: Environment,
): Promise<CommandClient> {
  const { usesKeychain, usesMock, isDryRun = false } = line;
  const environment = await environmentOf(line, given);
  const baseUrl = required(environment, 'PAYMENTS_BASE_URL');
  if (!URL.canParse(baseUrl)) {
    throw new ArgumentError(
      'PAYMENTS_BASE_URL is not an address, such as https://api.example.com/2025-10-13',
    );
  }
  const path = isDryRun ? '' : journalFile(line, environment);
  const isNew = path !== '' && !isDatabase(path) && !existsSync(path);
  const newJournal = isNew ? resolve(path) : undefined;
  const unrecorded = new Set<string>();
  const journal =
    path === '' ? undefined : watched(await openJournal(path, environment), unrecorded);
  const service = serviceText(line, baseUrl);
  const shared = { baseUrl, appInfo: { name: 'payments-cli' }, logLevel: 'off' as const, journal };
  const close = async () => journal?.close();
  const secret = (name: string, account: string) => {
    const { [name]: value = '', PAYMENTS_CREDENTIALS_COMMAND: command = '' } = environment;
    if (isDryRun) return 'none';
    if (usesKeychain && !usesMock) return keychainSecret(account);
    if (value === '' && command !== '') return commandSecret(command, account, environment);
    if (value !== '' || line.profile === undefined) return required(environment, name);
    const todo = 'add PAYMENTS_CREDENTIALS_COMMAND to it, or pass --keychain';
    throw new ArgumentError(`the profile "${line.profile}" has no secret: ${todo}`);
  };
  if (isAgent) {
    const accessToken = await secret('PAYMENTS_ACCESS_TOKEN', 'agent');
    const owners = ownersOf(true, baseUrl, [accessToken]);
    const client = createAgentClient({ ...shared, accessToken });
    return { client, journal, newJournal, unrecorded, isAgent, service, owners, close };
  }
  const tokenId = isDryRun ? 'none' : required(environment, 'PAYMENTS_TOKEN_ID');
  const clientSecret = await secret('PAYMENTS_CLIENT_SECRET', tokenId);
  const account = accountOf(environment);
  const dialect = dialectOf(environment);
  // No command gives a stamp, which is all that the type of a client with a dialect differs in.
  const made: unknown = createPaymentsClient({
    ...shared,
    ...{ tokenId, clientSecret, account, dialect },
  });
  const client = made as AnyClient;
  const owners = ownersOf(false, baseUrl, [...(account ?? []), tokenId]);
  return { client, journal, newJournal, unrecorded, isAgent, service, owners, close };
}
