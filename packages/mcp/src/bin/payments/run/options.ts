import { basename } from 'node:path';
import { ArgumentError, numberOf, wholeNumber } from '@org/payments-contract/internal';
import { strictArgs } from '../../strict-args.ts';
import { clientOptions } from '../options.ts';
import { namedColumns } from './file/headings.ts';

/** What `payments run status` takes. */
const { yes: _, ...clientOnly } = clientOptions;
const ofStatus = new Set([...Object.keys(clientOnly), 'id', 'state', 'watch']);

export const runOptions = {
  ...clientOptions,
  from: { type: 'string', multiple: true },
  map: { type: 'string', multiple: true },
  amounts: { type: 'string' },
  locale: { type: 'string' },
  currency: { type: 'string' },
  check: { type: 'boolean', default: false },
  template: { type: 'boolean', default: false },
  id: { type: 'string' },
  state: { type: 'string' },
  resume: { type: 'boolean', default: false },
  again: { type: 'boolean', default: false },
  report: { type: 'string' },
  width: { type: 'string' },
  'max-rate': { type: 'string' },
  margin: { type: 'string' },
  digest: { type: 'string' },
  watch: { type: 'boolean', default: false },
} as const;

const numbers = {
  width: wholeNumber({ from: 1, to: 1000 }),
  'max-rate': numberOf({ above: 0, to: 10_000 }),
  margin: numberOf({ from: 0, to: 100 }),
};

function readNumber(name: keyof typeof numbers, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const { expected, accepts } = numbers[name];
  if (/^\d+(?:\.\d+)?$/.test(text) && accepts(Number(text))) return Number(text);
  throw new ArgumentError(`--${name} takes ${expected}, not ${text}`);
}

function unitOf(text: string | undefined): 'major' | 'minor' | undefined {
  if (text === undefined || text === 'major' || text === 'minor') return text;
  throw new ArgumentError(`--amounts takes major (150.00) or minor (15000), not ${text}`);
}

function localeOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    // Of a language that it does not know, `Intl` takes that of the machine.
    const [locale] = Intl.NumberFormat.supportedLocalesOf(
      text.replace(/\..*$/, '').replaceAll('_', '-'),
    );
    if (locale !== undefined) return locale;
  } catch {
    // It is not a tag.
  }
  throw new ArgumentError(`--locale takes a tag such as en-US or de-DE, not ${text}`);
}

/** Files are named after a run, whose names have at most 255 bytes. */
const MOST_OF_NAME = 120;

/** `payouts` for `out/payouts.csv`. */
const nameOfFile = (file: string) => basename(file).replace(/\.\w+$/, '');

/** @throws ArgumentError */
export function readRunLine(args: readonly string[]) {
  const { values, positionals } = strictArgs(args, runOptions);
  const [word = '', extra] = positionals;
  if (extra !== undefined) {
    throw new ArgumentError(`payments run takes one file, not "${extra}" too; see --help`);
  }
  const isText = values.help || values.template;
  if (word === '' && !isText) {
    throw new ArgumentError('payments run takes a file, as payments run payouts.csv; see --help');
  }
  if (values.state === '') {
    throw new ArgumentError('--state takes a file, or the address of a database; it is empty');
  }
  const id = values.id ?? nameOfFile(word);
  const length = encodeURIComponent(id).length;
  if (!isText && (length === 0 || length > MOST_OF_NAME)) {
    throw new ArgumentError(`--id takes a name of 1 to ${MOST_OF_NAME} characters for the run`);
  }
  if (word === 'status' && values.id === undefined && !isText) {
    throw new ArgumentError('payments run status takes --id, the name of the run');
  }
  const used = Object.entries(values).filter(([name, value]) => {
    return word === 'status' && !ofStatus.has(name) && value !== undefined && value !== false;
  });
  if (used.length > 0 && !isText) {
    throw new ArgumentError(`payments run status does not take --${used[0]?.[0]}; see --help`);
  }
  return {
    ...values,
    file: word,
    from: values.from ?? [],
    map: namedColumns(values.map?.join(',')),
    unit: unitOf(values.amounts),
    locale: localeOf(values.locale),
    currency: values.currency?.toUpperCase(),
    id,
    isNamed: values.id !== undefined,
    width: readNumber('width', values.width),
    maxRate: readNumber('max-rate', values['max-rate']),
    /** Percent by which a quote may cost more than its estimate. */
    margin: readNumber('margin', values.margin) ?? 2,
    profile: values.profile,
    usesKeychain: values.keychain,
    usesMock: values.mock,
  };
}

export type RunLine = Readonly<ReturnType<typeof readRunLine>>;
