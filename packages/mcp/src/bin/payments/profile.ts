import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isFields } from '@org/payments-contract';
import { ArgumentError, closestNames, parseForeignJson } from '@org/payments-contract/internal';
import { type Environment, ownFolder } from '../mcp/make-mcp.ts';
import { textOf } from './input-file.ts';

const settings: readonly string[] = [
  'PAYMENTS_BASE_URL',
  'PAYMENTS_TOKEN_ID',
  'PAYMENTS_FIRST_TOKEN_ID',
  'PAYMENTS_DIALECT',
  'PAYMENTS_CREDENTIALS_COMMAND',
  'PAYMENTS_JOURNAL',
  'PAYMENTS_RUN_STATE',
  'PAYMENTS_MOCK_URL',
];

/** Secrets: a file would keep them in clear. */
const secrets = /SECRET$|ACCESS_TOKEN$/;

function profilesFile(environment: Environment): string {
  return join(ownFolder(environment, 'XDG_CONFIG_HOME', '.config'), 'payments', 'profiles.json');
}

/** @throws ArgumentError for a file that somebody else may read or write: it names a command to run */
function readProfiles(path: string): Readonly<Record<string, unknown>> {
  const { mode, uid } = statSync(path, { throwIfNoEntry: false }) ?? {};
  if (mode === undefined) throw new ArgumentError(`no profiles exist at ${path}`);
  const isOwn = process.getuid === undefined || uid === process.getuid();
  if (process.platform !== 'win32' && ((mode & 0o077) !== 0 || !isOwn)) {
    const todo = isOwn
      ? `chmod 600 ${path}`
      : 'it is of another user, so put a copy of your own there';
    throw new ArgumentError(`${path} has to be yours alone: ${todo}`);
  }
  try {
    const value = parseForeignJson(textOf(readFileSync(path)));
    if (isFields(value)) return value;
  } catch {
    // The same message as for other JSON.
  }
  throw new ArgumentError(`${path} is not a JSON object of profiles, or has a field twice`);
}

/**
 * Checks before a change, or a run, that a profile leaves out no records of the environment, by which it is
 * known what was paid.
 *
 * @throws ArgumentError
 */
export function requireRecords(
  name: string | undefined,
  record: 'PAYMENTS_JOURNAL' | 'PAYMENTS_RUN_STATE',
  given: Environment,
): void {
  if (!given[record] || profileEnvironment(name, given)[record]) return;
  throw new ArgumentError(
    `${record} is set, and the profile "${name}" has none: what was paid would not be known. Name it with ${record === 'PAYMENTS_JOURNAL' ? '--journal' : '--state'}, or in the profile`,
  );
}

/**
 * The environment of a profile: what the file sets in place of the service, the credentials and the
 * journal of the environment, so that the secret of one never reaches the address of another.
 *
 * @throws ArgumentError for a profile that does not exist, or that holds a secret or another setting
 */
export function profileEnvironment(name: string | undefined, given: Environment): Environment {
  if (name === undefined) return given;
  const path = profilesFile(given);
  const profiles = readProfiles(path);
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile !== undefined && !isFields(profile)) {
    throw new ArgumentError(`the profile "${name}" of ${path} is not a JSON object`);
  }
  if (profile === undefined) {
    const near = closestNames(name, Object.keys(profiles));
    const hint = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}`;
    throw new ArgumentError(`${path} has no profile "${name}"${hint}`);
  }
  for (const [key, value] of Object.entries(profile)) {
    const hasPassword = /:\/\/[^/@]*:[^/]*@|[?&]password=/i.test(String(value));
    if (secrets.test(key) || hasPassword) {
      const other =
        key === 'PAYMENTS_JOURNAL_SECRET'
          ? 'set it in the environment'
          : 'keep it in the keychain (--keychain), or name PAYMENTS_CREDENTIALS_COMMAND';
      const isDatabase = /^postgres/.test(String(value));
      const where = hasPassword && isDatabase ? 'keep the password in ~/.pgpass' : other;
      throw new ArgumentError(`the profile "${name}" holds ${key}: ${where}`);
    }
    if (!settings.includes(key) || typeof value !== 'string') {
      throw new ArgumentError(
        `the profile "${name}" sets ${key}; it takes text for ${settings.join(', ')}`,
      );
    }
  }
  const others = Object.entries(given).filter(
    ([key]) => !key.startsWith('PAYMENTS_') || key === 'PAYMENTS_JOURNAL_SECRET',
  );
  return { ...Object.fromEntries(others), ...(profile as Environment) };
}

/**
 * Which service a command line means, and where its settings are from: a sandbox and the real one look alike.
 *
 * @param who whose credentials are used
 */
export function serviceText(
  { profile, usesMock }: { readonly profile?: string | undefined; readonly usesMock: boolean },
  url: string,
  who = '',
): string {
  const { origin, pathname } = new URL(url);
  const own = profile ? `the profile ${profile}` : 'the environment';
  return `${origin}${pathname}${who}, from ${usesMock ? 'the mock' : own}`;
}
