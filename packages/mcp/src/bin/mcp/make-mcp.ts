import { randomBytes, randomUUID } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { DialectName, OperationName } from '@org/payments-contract';
import { ArgumentError } from '@org/payments-contract/internal';
import {
  createAgentClient,
  createPaymentsClient,
  type Journal,
  JournalError,
  type Logger,
  type LogLevel,
} from '@org/payments-sdk';
import { memoryJournal, sqliteJournal } from '@org/payments-sdk/journal';
import { fileAuditLog } from '../../audit-log.ts';
import { createPaymentsMcp, type PaymentsMcp } from '../../create-payments-mcp.ts';
import { refuseEmptied } from '../emptied.ts';
import { databaseJournal, isDatabase } from '../postgres.ts';
import type { Arguments } from './arguments.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const levels = ['off', 'error', 'warn', 'info', 'debug'] as const;

/** @throws ArgumentError for a level that does not exist */
export function logLevelOf({ PAYMENTS_LOG: text = 'warn' }: Environment): LogLevel {
  const level = levels.find((one) => one === text);
  if (level !== undefined) return level;
  throw new ArgumentError(`PAYMENTS_LOG is ${text}; expected ${levels.join(', ')}`);
}

/** Writes lines of JSON. Standard output belongs to the protocol. */
export function jsonLogger(limit: LogLevel, write: (line: string) => void): Logger {
  const line = (level: (typeof levels)[number]) => (message: string, fields: object) => {
    if (levels.indexOf(level) > levels.indexOf(limit)) return;
    write(JSON.stringify({ level, message, ...fields }));
  };
  return { error: line('error'), warn: line('warn'), info: line('info'), debug: line('debug') };
}

function kindOf({ as }: Arguments, environment: Environment): 'agent' | 'platform' {
  if (as !== undefined) return as;
  const { PAYMENTS_ACCESS_TOKEN: agent, PAYMENTS_TOKEN_ID: platform } = environment;
  if (agent !== undefined && platform === undefined) return 'agent';
  if (agent === undefined && platform !== undefined) return 'platform';
  throw new ArgumentError(
    agent === undefined
      ? 'no credentials: set PAYMENTS_ACCESS_TOKEN, or PAYMENTS_TOKEN_ID and PAYMENTS_CLIENT_SECRET'
      : 'both an access token and an API token are set: pass agent or platform',
  );
}

/** Reads a variable that the command cannot do without. @throws ArgumentError */
export function required(environment: Environment, name: string): string {
  const value = environment[name];
  if (value !== undefined && value !== '') return value;
  throw new ArgumentError(`${name} is not set; see --help`);
}

/** The dialect that an environment names. @throws ArgumentError for one that does not exist */
export function dialectOf({ PAYMENTS_DIALECT: name = '' }: Environment): DialectName | undefined {
  if (name === '') return undefined;
  if (name === '2026-08') return name;
  throw new ArgumentError(`PAYMENTS_DIALECT is ${name}; the only dialect is 2026-08`);
}

/** The name of a platform's account in journals and runs: the id of its first token, if that was replaced. */
export function accountOf({ PAYMENTS_FIRST_TOKEN_ID: first = '' }: Environment) {
  const names = first.split(/[\s,]+/).filter(Boolean);
  return names.length > 0 ? names : undefined;
}

/** A folder of the person who runs a program. @throws ArgumentError for one that the folder of the start would move */
export function ownFolder(
  environment: Environment,
  variable: 'XDG_STATE_HOME' | 'XDG_CONFIG_HOME',
  ...usual: readonly string[]
): string {
  const given = environment[variable];
  const folder = given || join(homedir(), ...usual);
  if (isAbsolute(folder)) return folder;
  const kept = `; what earlier starts kept is in ${resolve(folder)}: name a journal there with --journal`;
  throw new ArgumentError(
    `${given ? variable : 'HOME'} is not an absolute path, and what is below it depends on the folder of the start: set it to one${usual.includes('state') ? kept : ''}`,
  );
}

/** A file in the usual place for the state of a program: of the person who runs it. */
export function stateFile(environment: Environment, name: string): string {
  return join(ownFolder(environment, 'XDG_STATE_HOME', '.local', 'state'), 'payments-mcp', name);
}

/** The secret of a journal, in a file beside it that only its owner can read; made at first use. */
function secretBeside(path: string): string {
  const file = `${path}.key`;
  if (!existsSync(file)) {
    const draft = `${file}.${randomUUID()}`;
    writeFileSync(draft, randomBytes(48).toString('base64'), { mode: 0o600, flag: 'wx' });
    try {
      // Another process may do the same: one of the two links is made.
      linkSync(draft, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    } finally {
      unlinkSync(draft);
    }
  }
  return readFileSync(file, 'utf8');
}

const NO_SQLITE =
  'payments-mcp: Node.js before 22.13 has no SQLite: the journal is in memory, and after a restart the server does not know which payments it sent';

function journalPlace({ journal }: Arguments, environment: Environment): string {
  return journal ?? (environment.PAYMENTS_JOURNAL || stateFile(environment, 'journal.db'));
}

/** The journal of the server in a file. Nothing is opened, or made, before the first change. */
function journalOf(args: Arguments, environment: Environment, logger: Logger): Journal {
  if (!isBuiltin('node:sqlite')) {
    logger.warn(NO_SQLITE, {});
    return memoryJournal();
  }
  const { PAYMENTS_JOURNAL_SECRET: given } = environment;
  const path = journalPlace(args, environment);
  const secret = () => {
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      return given || secretBeside(path);
    } catch (cause) {
      const message = `The journal ${path} cannot be used: ${(cause as Error).message}.`;
      const action =
        "Check the journal's storage: the message says what is wrong. Then call again.";
      throw new JournalError({ message, action, retryable: true }, { cause });
    }
  };
  return sqliteJournal(path, { secret });
}

/** The server that a command line and an environment describe, with its journal. @throws ArgumentError */
export async function startMcp(args: Arguments, environment: Environment, logger: Logger) {
  const place = journalPlace(args, environment);
  if (!isDatabase(place)) {
    await refuseEmptied(place, '--journal');
    return makeMcp(args, environment, logger);
  }
  const secret = required(environment, 'PAYMENTS_JOURNAL_SECRET');
  return makeMcp(args, environment, logger, await databaseJournal(place, secret));
}

/** Creates the server that a command line and an environment describe. @throws ArgumentError */
export function makeMcp(
  args: Arguments,
  environment: Environment,
  logger: Logger,
  recorded?: Journal,
): PaymentsMcp {
  const logLevel = logLevelOf(environment);
  const { confirmWrites, secondCall, pageOnly, surface, tools, writes, documentFolders } = args;
  const auditFile = args.auditLog ?? stateFile(environment, 'audit.jsonl');
  if (resolve(auditFile) === resolve(journalPlace(args, environment))) {
    throw new ArgumentError('--audit-log and --journal need a file each');
  }
  const audit = fileAuditLog(auditFile);
  const shared = { confirmWrites, secondCall, pageOnly, surface, tools, logger, audit };
  const kind = kindOf(args, environment);
  const baseUrl = required(environment, 'PAYMENTS_BASE_URL');
  const journal = recorded ?? journalOf(args, environment, logger);
  const appInfo = { name: 'payments-mcp' };
  if (kind === 'platform') {
    const tokenId = required(environment, 'PAYMENTS_TOKEN_ID');
    const clientSecret = required(environment, 'PAYMENTS_CLIENT_SECRET');
    const credentials = { tokenId, clientSecret };
    const platform = createPaymentsClient({
      ...{ baseUrl, ...credentials, journal, appInfo, logger, logLevel },
      account: accountOf(environment),
      dialect: dialectOf(environment),
    });
    const missing = documentFolders.find(
      (folder) => !statSync(folder, { throwIfNoEntry: false })?.isDirectory(),
    );
    if (missing !== undefined) throw new ArgumentError(`--documents: ${missing} is not a folder`);
    const allowWrites = writes as boolean | readonly OperationName[];
    return createPaymentsMcp({ ...shared, platform, allowWrites, documentFolders });
  }
  const accessToken = required(environment, 'PAYMENTS_ACCESS_TOKEN');
  if (writes === true || writes.length > 0) {
    throw new ArgumentError("--allow-writes is for a platform; an agent's policy decides");
  }
  if (documentFolders.length > 0) throw new ArgumentError('--documents is for a platform');
  const agent = createAgentClient({ baseUrl, accessToken, journal, appInfo, logger, logLevel });
  return createPaymentsMcp({ ...shared, agent });
}
