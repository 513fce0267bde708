import { ArgumentError } from '@org/payments-contract/internal';
import { strictArgs } from '../strict-args.ts';
import { type Flag, parseOptions, withTruths } from './flags.ts';

/** Options of every command that makes a client. */
export const clientOptions = {
  yes: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  journal: { type: 'string' },
  profile: { type: 'string' },
  keychain: { type: 'boolean', default: false },
  mock: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** The options that every command takes besides those of its operation. */
export const common = {
  ...clientOptions,
  csv: { type: 'boolean', default: false },
  columns: { type: 'string' },
  first: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  input: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
} as const;

export const commonNames: readonly string[] = Object.keys(common);

/** The options of the commands that call no operation: those that mean something there. */
export const ownNames: Readonly<Record<string, readonly string[]>> = {
  check: ['journal', 'profile', 'keychain', 'mock', 'csv', 'json', 'help'],
  journal: ['journal', 'formerly', 'as', 'profile', 'keychain', 'mock', 'csv', 'json', 'help'],
  replay: ['csv', 'json', 'help'],
};

function parsed(
  args: readonly string[],
  flags: readonly Flag[],
  allowPositionals: boolean,
  command: string,
) {
  const all = { ...parseOptions(flags), ...common };
  const own = Object.entries(all).filter(([name]) => ownNames[command]?.includes(name) ?? true);
  // A type of fewer options is the same: all of them may be left out.
  return strictArgs(
    withTruths(args, flags),
    Object.fromEntries(own) as typeof all,
    allowPositionals,
  );
}

/** A day counts as a whole, in UTC. @throws ArgumentError */
function instantOf(name: string, text: string | undefined, time: string): string | undefined {
  if (text === undefined) return undefined;
  const whole = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T${time}Z` : text;
  const day = whole.slice(0, 10);
  const isTime = /^\d{4}-\d\d-\d\dT.+(?:Z|[+-]\d\d:\d\d)$/.test(whole);
  // Date takes the 31st of February for a day of March.
  const isDay = isTime && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) === true;
  if (isDay && !Number.isNaN(Date.parse(whole))) return whole;
  throw new ArgumentError(
    `--${name} takes a day such as 2026-10-01 or a time such as 2026-10-01T09:00:00Z, not ${text}`,
  );
}

function countOf(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new ArgumentError(`--first takes a number of items, not ${text}`);
}

type Values = ReturnType<typeof parsed>['values'] & {
  readonly [Name in 'columns' | 'first' | 'from' | 'to' | 'input' | 'journal' | 'profile']?: string;
};

export type CommandLine = ReturnType<typeof readOptions>;

/**
 * Reads the options of a command.
 *
 * @param operands the words before them; without these a word between the options is an error
 * @param command that calls no operation
 * @throws ArgumentError
 */
export function readOptions(
  args: readonly string[],
  flags: readonly Flag[] = [],
  operands?: readonly string[],
  command = '',
) {
  const { values: all, positionals } = parsed(args, flags, operands !== undefined, command);
  const values = all as Values;
  if (values.csv && values.json) throw new ArgumentError('--csv and --json exclude each other');
  const names = new Set(commonNames);
  return {
    format: (values.csv ? 'csv' : values.json ? 'json' : 'table') as 'csv' | 'json' | 'table',
    columns: values.columns?.split(',').map((name) => name.trim()),
    first: countOf(values.first),
    from: instantOf('from', values.from, '00:00:00'),
    to: instantOf('to', values.to, '23:59:59.999'),
    input: values.input,
    isDryRun: values['dry-run'] === true,
    isYes: values.yes === true,
    journal: values.journal,
    profile: values.profile,
    usesKeychain: values.keychain === true,
    usesMock: values.mock === true,
    showsHelp: values.help === true,
    operands: [...(operands ?? []), ...positionals],
    fields: Object.fromEntries<unknown>(
      Object.entries(values).filter(([name]) => !names.has(name)),
    ),
  };
}
