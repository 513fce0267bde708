import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { ArgumentError, closestNames } from '@org/payments-contract/internal';
import { type Flag, parseOptions } from './flags.ts';

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
const common = {
  ...clientOptions,
  csv: { type: 'boolean', default: false },
  columns: { type: 'string' },
  first: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  input: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
} as const;

/** Names of the common options. */
export const commonNames: readonly string[] = Object.keys(common);

/** What a command line says. */
export interface CommandLine {
  readonly format: 'table' | 'csv' | 'json';
  readonly columns: readonly string[] | undefined;
  /** How many items of a list, at most. */
  readonly first: number;
  /** ISO 8601; the first moment of the period. */
  readonly from: string | undefined;
  /** ISO 8601; the last moment of the period. */
  readonly to: string | undefined;
  /** A file with the input as JSON; `-` for standard input. */
  readonly input: string | undefined;
  readonly isDryRun: boolean;
  /** Whether the person has decided already. */
  readonly isYes: boolean;
  /** The file of the journal. */
  readonly journal: string | undefined;
  /** The environment that a file describes. */
  readonly profile: string | undefined;
  readonly usesKeychain: boolean;
  readonly usesMock: boolean;
  readonly showsHelp: boolean;
  /** The words that are not options. */
  readonly operands: readonly string[];
  /** The options of the operation. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Parses options, and suggests the closest names for one that does not exist. @throws ArgumentError */
export function strictArgs<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  allowPositionals = true,
) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals });
  } catch (error) {
    const { message } = error as Error;
    const unknown = /^Unknown option '--([^']+)'/.exec(message)?.[1];
    if (unknown === undefined) throw new ArgumentError(message);
    const near = closestNames(unknown, Object.keys(options)).map((name) => `--${name}`);
    const hint = near.length === 0 ? 'see --help' : `did you mean ${near.join(' or ')}`;
    throw new ArgumentError(`--${unknown} is not an option of this command; ${hint}`);
  }
}

function parsed(args: readonly string[], flags: readonly Flag[], allowPositionals: boolean) {
  return strictArgs(args, { ...parseOptions(flags), ...common }, allowPositionals);
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

/**
 * Reads the options of a command.
 *
 * @param operands the words before them; without these a word between the options is an error
 * @throws ArgumentError
 */
export function readOptions(
  args: readonly string[],
  flags: readonly Flag[] = [],
  operands?: readonly string[],
): CommandLine {
  const { values: all, positionals } = parsed(args, flags, operands !== undefined);
  const values = all as Values;
  if (values.csv && values.json) throw new ArgumentError('--csv and --json exclude each other');
  const names = new Set(commonNames);
  return {
    format: values.csv ? 'csv' : values.json ? 'json' : 'table',
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
    fields: Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name))),
  };
}
