import { safeCause } from '../call/response/scrub.ts';
import { ConfigurationError, JournalError } from '../errors/caller-errors.ts';

/** Where a journal keeps its records, in the words of its errors. */
export interface StorePlace {
  /** Such as `the file /var/lib/writes.db`. */
  readonly name: string;
  /** What creates the tables. */
  readonly setup: string;
}

/** The parts of an error of a file system, a network, SQLite or Postgres that identify it. */
interface StoreFailure {
  readonly code?: unknown;
  readonly errcode?: unknown;
  readonly syscall?: unknown;
}

interface Rule {
  readonly codes: RegExp;
  /** What the place is or has; `%s` is what the system or the database says. */
  readonly problem: string;
  readonly action: string | ((place: StorePlace) => string);
  /** Whether the same call may succeed later without a change of the set-up. */
  readonly passes?: boolean;
}

const ACCESS = 'Let the user of the process read and write it, and create files in its folder.';

/** What whoever uses another file has to know: it does not refuse an old key, or recover a payment. */
export const NOT_KNOWN =
  'A new file, or an earlier copy, does not know what was sent since: with it, send an earlier key again only once you have looked for its payment, and there is none.';

/**
 * Failures after which nothing can have been recorded: of opening and connecting, and of statements
 * that were refused. Codes of the system, `sqlite` with a result code, and SQLSTATE.
 */
const rules: readonly Rule[] = [
  {
    codes: /^ENOENT$/,
    problem: 'is in a folder that does not exist',
    action:
      'If the journal was there before, put its folder back, such as by mounting its disk. Otherwise create the folder, or pass another path.',
  },
  {
    codes: /^(?:ENOTDIR|EISDIR|ENAMETOOLONG|ELOOP)$/,
    problem: 'cannot be opened as a file',
    action: 'Pass the path of a file in a folder that exists.',
  },
  {
    codes: /^sqlite14$/,
    problem: 'must not be used by this process, or cannot be opened as a file',
    action: `${ACCESS} Correct the path if it is of something else.`,
  },
  {
    codes: /^(?:EACCES|EPERM|EROFS|sqlite8|sqlite3|sqlite23)$/,
    problem: 'must not be written by this process, or is on a read-only disk',
    action: ACCESS,
  },
  {
    codes: /^sqlite(?:26|11)$/,
    problem: 'is not a database of SQLite, or is damaged',
    action: `Put a copy of the journal back, or pass the path of a new file. ${NOT_KNOWN}`,
  },
  {
    codes: /^sqlite1$/,
    problem: 'has other tables than a journal',
    action: `Pass the path of the journal, or a new one. ${NOT_KNOWN}`,
  },
  {
    codes: /^(?:ENOSPC|EDQUOT|sqlite13|53100)$/,
    problem: 'is on a disk that is full',
    action: 'Free space there, and call again.',
    passes: true,
  },
  {
    codes: /^sqlite(?:5|6)$/,
    problem: 'was locked by another process for 10 seconds',
    action: 'End what holds the lock, such as an open transaction or a backup, and call again.',
    passes: true,
  },
  {
    codes: /^(?:E[MN]FILE|sqlite\d+|5[38]\d{3})$/,
    problem: 'could not be written: the system refused it (%s)',
    action: 'Call again when the system has what it lacks, such as space on the disk.',
    passes: true,
  },
  {
    codes: /^3D000$/,
    problem: 'is in a database that does not exist',
    action: 'Create the database, or correct its name.',
  },
  {
    codes: /^(?:42P01|42703|42P10|3F000)$/,
    problem: 'is missing, or is of an earlier version',
    action: ({ setup }) =>
      `Check the database and the schema of the pool. Without a table there: ${setup}`,
  },
  {
    codes: /^28/,
    problem: 'is in a database that refused the user or the password of the pool',
    action: 'Correct `user` and `password` of the pool.',
  },
  {
    codes: /^42501$/,
    problem: "must not be written by the pool's user",
    action:
      'Grant that user SELECT, INSERT, UPDATE and DELETE on the table, and USAGE on its schema.',
  },
  {
    codes: /^25006$/,
    problem: 'is in a database that accepts reads only',
    action: 'Connect the pool to the primary server, and call again.',
    passes: true,
  },
  {
    codes: /^(?:connect|57P03)$/,
    problem: 'is in a database that cannot be reached',
    action: 'Start the database, or correct host, port and `ssl` of the pool; then call again.',
    passes: true,
  },
  {
    // Not the ends of connections and of servers, and not what the server itself does not know.
    codes: /^(?!08|57P|40003)(?:\d[0-9A-Z]|F0|HV|P0)[0-9A-Z]{3}$/,
    problem: 'is in a database that refused the statement (%s)',
    action: 'Correct what the message names, and call again.',
    passes: true,
  },
];

/** The disk may have what it did not confirm: `SQLITE_IOERR_FSYNC` and `SQLITE_IOERR_DIR_FSYNC`. */
const unconfirmed: readonly unknown[] = [1034, 1290];

const connecting: readonly unknown[] = ['connect', 'getaddrinfo'];

function codeOf({ code, errcode, syscall }: StoreFailure): string {
  if (typeof errcode === 'number') {
    return unconfirmed.includes(errcode) ? '' : `sqlite${errcode % 256}`;
  }
  if (connecting.includes(syscall)) return 'connect';
  return typeof code === 'string' ? code : '';
}

/**
 * The error of a store in the words of its operator, if the failure shows that nothing was recorded:
 * ConfigurationError for what only a change of the set-up mends, JournalError for what may pass.
 * Undefined for any other failure, such as a connection that broke: the record may be stored.
 *
 * @param code the code to judge by, if the place where the error arose says more than its own
 */
export function refusalOf(
  error: unknown,
  place: StorePlace,
  code = codeOf(Object(error) as StoreFailure),
): ConfigurationError | JournalError | undefined {
  const rule = rules.find(({ codes }) => codes.test(code));
  if (rule === undefined) return undefined;
  const { problem, passes = false } = rule;
  const action = typeof rule.action === 'string' ? rule.action : rule.action(place);
  const cause = safeCause(error, []);
  const said = problem.replace('%s', () => String((cause as Partial<Error>).message));
  const message = `The journal cannot be used: ${place.name} ${said}.`;
  if (!passes) return new ConfigurationError('journal', message, action, cause);
  return new JournalError({ message, action, retryable: true }, { cause });
}
