import { AsyncLocalStorage } from 'node:async_hooks';
import { parseArgs } from 'node:util';
import { findOperation, type NamedOperation, operations } from '@org/payments-contract';
import { ArgumentError, closestNames } from '@org/payments-contract/internal';
import { listOfMade } from '../../run/key-age.ts';
import { waitingList } from '../../run/sent-writes.ts';
import { withheldReason } from '../../tools/offered.ts';
import { ranked } from '../../tools/search/rank.ts';
import { findableOf } from '../../tools/search-tools.ts';
import { type PaymentsTool, toolOf } from '../../tools/tool.ts';
import { placeName } from '../postgres.ts';
import { shellWord } from './input-file.ts';

/** `create-out` for `createOut`. */
export function kebabCase(name: string): string {
  return name.replaceAll(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase();
}

/** How an operation is written on the command line: `agent transfers create-out`. */
export function wordsOf(name: string): string {
  return name.split('.').map(kebabCase).join(' ');
}

/** The options that choose the service, and where changes are recorded. */
const placeOptions = {
  profile: { type: 'string' },
  keychain: { type: 'boolean' },
  mock: { type: 'boolean' },
  journal: { type: 'string' },
  state: { type: 'string' },
  formerly: { type: 'string', multiple: true },
} as const;

/** Those of the command that runs: what it prints to be typed next has to ask the same service. */
const place = new AsyncLocalStorage<Readonly<Record<string, unknown>>>();

/** Runs a command, whose words may be wrong. @param records the journal of a run that names none */
export function inPlaceOf<Result>(argv: readonly string[], work: () => Result, records?: string) {
  const { values } = parseArgs({ args: [...argv], options: placeOptions, strict: false });
  return place.run({ records, ...values }, work);
}

/** A command to be typed next, such as `payments quotes get Quote:1 --profile live`: nothing else writes one. */
export function command(name: string, ...operands: readonly string[]): string {
  const words = wordsOf(name);
  const isOwn = /^(?:check|journal|run)\b/.test(words);
  const asks = !/^(?:replay|completion|help)\b/.test(words);
  const takes: Readonly<Record<string, boolean>> = {
    profile: asks,
    keychain: asks,
    mock: asks,
    journal: isOwn || isChange(words.split(' ')),
    state: words === 'run status',
    formerly: /^journal (?:recover|settle)$/.test(words),
  };
  const { records, ...given } = place.getStore() ?? {};
  const all = { ...(/^journal/.test(words) && { journal: records }), ...given };
  const options = Object.entries(all).flatMap(([option, values = []]) =>
    (takes[option] ? [values].flat() : []).map((value) => {
      return value === true ? `--${option}` : `--${option} ${shellWord(placeName(String(value)))}`;
    }),
  );
  return ['payments', words, ...operands, ...options].join(' ');
}

/** Where a change of something is looked for that a list has only until it is decided; undefined of others. */
export function waitingText(name = ''): string | undefined {
  const row = findOperation(name)?.row;
  const list = row && waitingList(row);
  return list === undefined
    ? undefined
    : `While it waits, ${command(list)} lists it; ${command('transactions.list')} shows what it paid`;
}

/** Where a change is looked for whose outcome nothing shows; undefined if no list is known. */
export function listText(name = ''): string | undefined {
  const found = findOperation(name);
  const list = found && listOfMade(found);
  return list === undefined ? waitingText(name) : `${command(list)} shows if it was made`;
}

/** A terminal reads files, and has no place where a customer signs. */
const abilities = { canSign: false, canUpload: true };

/** The operations of the command line: the same that an assistant is offered. */
export function usableOperations(): readonly NamedOperation[] {
  return operations().filter((one) => refusalOf(one) === undefined);
}

export function signatureText({ name, row }: NamedOperation): string {
  const why =
    row.payload === undefined ? '' : ' if it is paid from an embedded wallet, as this one is';
  return `${wordsOf(name)} needs a signature of the customer's session${why}: have them sign in your app, with payments.${name}.begin and .complete of the SDK`;
}

/** Why the command refuses an operation, and who can call it; undefined if it takes it. */
export function refusalOf(operation: NamedOperation): string | undefined {
  const reason = withheldReason(operation.row, abilities);
  if (reason === undefined) return undefined;
  const secret =
    'hands out a secret, which a terminal would keep: call it from a program with the SDK';
  return reason === 'secret' ? `${wordsOf(operation.name)} ${secret}` : signatureText(operation);
}

function operationAt(words: readonly string[]): NamedOperation | undefined {
  const given = (count: number) => words.slice(0, count).join(' ');
  return operations().find(({ name }) => {
    const called = wordsOf(name);
    return given(called.split(' ').length) === called || words[0] === name;
  });
}

export function isOperation(words: readonly string[]): boolean {
  return operationAt(words) !== undefined;
}

export const isChange = (words: readonly string[]): boolean =>
  (operationAt(words)?.row.risk ?? 'reads') !== 'reads';

/** The operations that people say words for, the best first. */
function meantBy(words: string): readonly string[] {
  const isTest = /test/.test(words);
  const real = operations().filter(({ row }) => isTest || !row.path.startsWith('/sandbox/'));
  const all = real.map((one) => findableOf(toolOf(one, false)));
  const found = ranked(all, words).slice(0, 3);
  return found.map(({ operation }) => wordsOf(operation));
}

/** An operation, and the words after it: the parameters of its path. */
export interface NamedCall {
  readonly tool: PaymentsTool;
  readonly operands: readonly string[];
}

/**
 * The operation that words name.
 *
 * @param own what else they may be meant for
 * @throws ArgumentError with the closest names
 */
export function operationNamed(words: readonly string[], own: readonly string[]): NamedCall {
  const found = operationAt(words);
  if (found !== undefined) {
    const length = words[0] === found.name ? 1 : wordsOf(found.name).split(' ').length;
    return { tool: toolOf(found, false), operands: words.slice(length) };
  }
  const given = words.filter((word) => !word.includes(':')).join(' ');
  const all = operations().map(({ name }) => wordsOf(name));
  const isOf = (one: string) => one.split(' ').slice(0, -1).includes(given);
  const ofName = all.filter((one) => isOf(one) || (given.length > 3 && one.startsWith(given)));
  const usable = new Set(usableOperations().map(({ name }) => wordsOf(name)));
  const ofResource = ofName.some((one) => usable.has(one))
    ? ofName.filter((one) => usable.has(one))
    : ofName;
  const resources = new Set(all.map((one) => one.replace(/ [^ ]+$/, '')));
  const [meant = given] = closestNames(given, resources, 1 / 4);
  const alike = closestNames(given, all, 1 / 6);
  const ofAlike = alike.length > 0 ? alike : all.filter((one) => one.startsWith(`${meant} `));
  const called = (all: readonly string[]) => all.map((one) => command(one));
  // `cards freeze` is written like none, but people say it for one.
  const ways = [called(ofResource), own, called(ofAlike), called(meantBy(given))];
  const near = ways.find(({ length }) => length > 0) ?? [];
  const hint = near.length === 0 ? 'see payments --help' : `did you mean: ${near.join(', ')}`;
  throw new ArgumentError(`"${given}" is not an operation; ${hint}`);
}
