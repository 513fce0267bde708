import { parse, resolve } from 'node:path';
import type { Fields, NamedOperation, OperationName, OperationRow } from '@org/payments-contract';
import { ArgumentError, parseForeignJson } from '@org/payments-contract/internal';
import { secretsOf } from '@org/payments-contract/internal/schema';
import {
  ConnectionError,
  IdempotencyKeyReusedError,
  isPaymentsError,
  TimeoutError,
} from '@org/payments-sdk';
import { fateOf } from '../../approval/describe/not-made.ts';
import { withEarlier } from '../../run/advice.ts';
import { keyOf } from '../../run/digest.ts';
import { documentFile } from '../../run/document-file.ts';
import { appliedText, IN_TIME } from '../../run/key-age.ts';
import { repeated, timed } from '../../run/repeated.ts';
import { requireForApproval } from '../../run/required-fields.ts';
import { resourceIdOf } from '../../run/results.ts';
import { earlierCalls, type KeyStanding, makesAnew } from '../../run/sent-writes.ts';
import { methodOf } from '../../tools/method.ts';
import { inDialect } from '../../tools/offered.ts';
import { dialectOf, type Environment } from '../mcp/make-mcp.ts';
import { checkCurrencies, checkJson } from './amounts.ts';
import { type CommandClient, makeClient, requireRecorded } from './client.ts';
import { confirm, earlierText, ofOtherRequest, withKey } from './confirm.ts';
import { nextStep } from './explain.ts';
import { flagsOf, inputOf, typedAmounts } from './flags.ts';
import { readInput, textOf } from './input-file.ts';
import { command, kebabCase, type NamedCall, refusalOf, wordsOf } from './operations.ts';
import { type CommandLine, readOptions } from './options.ts';
import { chosenColumns, jsonText, NotMade, printList, printResult, Unprinted } from './print.ts';
import { profileEnvironment, requireRecords } from './profile.ts';
import { MAY_BE_CHANGED } from './status.ts';
import type { Terminal } from './terminal.ts';
import { operationHelp } from './usage.ts';

/** The input from a file or standard input. @throws ArgumentError */
async function baseInput({ input }: CommandLine, terminal: Terminal): Promise<Fields> {
  if (input === undefined) return {};
  const text =
    input === '-'
      ? (await terminal.read()).replace(/^\ufeff/, '')
      : textOf(await readInput(input, `--input: ${input}`));
  let value: unknown;
  try {
    value = parseForeignJson(text);
  } catch {
    // The message of the parser quotes the text, which may hold secrets.
    throw new ArgumentError('--input is not JSON, is nested too deeply, or has a field twice');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new ArgumentError('--input is not a JSON object with the fields of the operation');
}

/** `--from` and `--to` as the fields of the operation. @throws ArgumentError if it has none, or has them twice */
function period({ query }: OperationRow, { from, to }: CommandLine, given: Fields): Fields {
  if (from === undefined && to === undefined) return {};
  const has = (name: string) => Object.hasOwn(query?.shape ?? {}, name);
  if (!has('startDate') || !has('endDate')) {
    throw new ArgumentError(
      '--from and --to are for lists with a period, such as transactions list',
    );
  }
  for (const [option, value, field] of [
    ['from', from, 'startDate'],
    ['to', to, 'endDate'],
  ] as const) {
    if (value === undefined || given[field] === undefined) continue;
    throw new ArgumentError(`--${option} and --${kebabCase(field)} exclude each other`);
  }
  if (from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to)) {
    throw new ArgumentError(`--from is after --to: nothing lies between ${from} and ${to}`);
  }
  return { ...(from && { startDate: from }), ...(to && { endDate: to }) };
}

/** A command line is visible to other processes. */
function warnOfSecrets(
  { params, query, headers, body }: OperationRow,
  given: Fields,
  terminal: Terminal,
) {
  const schemas = [params, query, headers, body].filter((part) => part !== undefined);
  if (secretsOf(given, ...schemas).length === 0) return;
  terminal.error(
    'warning: a secret on the command line is visible to other processes; pass it with --input -',
  );
}

async function withFile(row: OperationRow, input: Fields): Promise<Fields> {
  if (row.media === undefined || typeof input.file !== 'string') return input;
  const path = resolve(input.file);
  return { ...input, file: await documentFile([parse(path).root], path) };
}

function isList(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** What a dry run cannot check. */
const uncompared = (options: readonly string[]) =>
  `note: the currency of ${options.join(' and ')} was not compared with the account: --dry-run reads nothing`;

const UNKEYED =
  'note: this request has no idempotency key, so that it is carried out each time it is sent: --idempotency-key adds one';

/** How the command asks: it never has a second call. */
const inTerminal = { confirmWrites: false, secondCall: false };
const none = () => undefined;

const SENT_BEFORE =
  'If a payment with this key was sent before, it may have been made: what follows is of this command alone.';

/** The message of a call whose outcome only an earlier one shows. */
const LOST = { message: 'it was lost' };

/**
 * The error of a payment that was refused, or never left, also because something could not be read. If the
 * journal has an earlier one with its key whose outcome is not known, it is not known of this one either:
 * both are the same payment.
 */
async function ofPayment(
  error: unknown,
  { client, journal }: CommandClient,
  of: NamedOperation,
  input: Fields,
  terminal: Terminal,
): Promise<unknown> {
  const operation = of.name as OperationName;
  // A key that was made for this command was not sent before.
  if (input.idempotencyKey === undefined || !isPaymentsError(error)) return error;
  if (journal === undefined) {
    if ((error.outcome ?? 'not-applied') === 'not-applied') terminal.error(SENT_BEFORE);
    return error;
  }
  if (error instanceof IdempotencyKeyReusedError) return ofOtherRequest(error, journal);
  const known = await earlierCalls(client, operation, input).catch((failure: unknown) => failure);
  if (known instanceof IdempotencyKeyReusedError) return ofOtherRequest(known, journal);
  if (isPaymentsError(known)) return known.outcome === 'unknown' ? known : error;
  const earlier = known as KeyStanding | undefined;
  if (earlier?.outcome === 'applied') {
    const said = appliedText(earlier);
    // What has no response shows nothing against it; a repeat of an old key may have made another one.
    const isUnheard = error instanceof ConnectionError || error instanceof TimeoutError;
    if (error.outcome === 'unknown' ? !earlier.isOld : isUnheard) {
      const made = await earlierText(client, of, input, earlier, said);
      const fact = `${made} Do not send it again: the repeat has no response`;
      return new Unprinted('applied', fact, error.outcome === 'unknown' ? LOST : error);
    }
    terminal.error(`note: ${said}`);
  }
  return withEarlier(error, earlier, keyOf(input), operation);
}

/** What is printed of a change that was carried out does not decide whether it was. @throws Unprinted */
async function printChange(print: Promise<void>, result: unknown): Promise<void> {
  await print.catch((cause: unknown) => {
    const id = resourceIdOf(result);
    const change = id === undefined ? 'The change' : `The change of ${id}`;
    const fact = `The service carried it out: do not send it again. ${change} could not be printed`;
    throw new Unprinted('applied', fact, cause);
  });
}

/**
 * Any response shows the service's clock, by which the age of the key that is sent next is judged later.
 * No signal is caught yet: each ends the process before anything is sent.
 */
function showClock({ client, isAgent }: CommandClient): Promise<unknown> {
  const read = methodOf(client, isAgent ? 'agent.me.get' : 'config.get');
  return Promise.resolve(read({}, { signal: undefined })).catch(none);
}

/** The words after an operation as the parameters of its path: `quotes execute Quote:1`. @throws ArgumentError */
function operandFields({ name, row }: NamedOperation, words: readonly string[], fields: Fields) {
  const flags = Object.keys(row.params?.shape ?? {}).map(kebabCase);
  const extra = words[flags.length];
  if (extra !== undefined) {
    const help = `see ${command(name, '--help')}`;
    throw new ArgumentError(`${wordsOf(name)} takes no argument "${extra}"; ${help}`);
  }
  const open = flags.filter((flag) => fields[flag] === undefined);
  const places = words.length > open.length ? flags : open;
  const given = places.slice(0, words.length).map((flag, at) => {
    return [flag, [...((fields[flag] as readonly string[]) ?? []), words[at]]] as const;
  });
  return { ...fields, ...Object.fromEntries(given) };
}

export async function runOperation(
  { tool, operands }: NamedCall,
  args: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<void> {
  const flags = flagsOf(tool);
  const options = readOptions(args, flags, operands);
  const dialect = dialectOf(profileEnvironment(options.profile, environment));
  const [own = tool] = dialect === undefined ? [] : await inDialect(dialect, [tool], inTerminal);
  if (options.showsHelp) return terminal.out(operationHelp(own, flags));
  const { operation } = own;
  const { name, row } = operation;
  const refusal = refusalOf(operation);
  if (refusal !== undefined) throw new ArgumentError(refusal);
  if (options.columns !== undefined) chosenColumns(row, options);
  const fields = operandFields(operation, options.operands, options.fields);
  const line = { ...options, fields };
  const base = await baseInput(line, terminal);
  warnOfSecrets(row, inputOf(flags, line.fields, {}), terminal);
  const ofFlags = inputOf(flags, line.fields, base);
  const typed = { ...ofFlags, ...period(row, line, ofFlags) };
  const inJson = flags.filter(
    ({ kind, name: option }) => kind === 'amount' && !line.fields[option],
  );
  checkJson(inJson, typed);
  const isRecorded = row.risk !== 'reads' && line.journal === undefined && !line.isDryRun;
  if (isRecorded) requireRecords(line.profile, 'PAYMENTS_JOURNAL', environment);
  const made = await makeClient(row.auth === 'agent', line, environment);
  const { client, newJournal, close } = made;
  try {
    if (row.risk !== 'reads' && newJournal !== undefined) {
      terminal.error(
        `note: the journal ${newJournal} is new: what was sent with another one, or before this one was lost, is not known`,
      );
    }
    const method = methodOf(client, name);
    const sendable = await withFile(row, typed);
    const dry = method.dryRun(sendable) as { toCurl(): string };
    const reader = line.isDryRun ? undefined : client;
    const amounts = typedAmounts(flags, line.fields);
    const known = async (error: unknown) => {
      throw await ofPayment(error, made, operation, typed, terminal);
    };
    const currencies = checkCurrencies(amounts, typed, reader, row.auth === 'agent');
    const unread = await currencies.catch(known);
    if (line.isDryRun) {
      if (unread.length > 0) terminal.error(uncompared(unread));
      if (makesAnew(row) && typed.idempotencyKey === undefined) terminal.error(UNKEYED);
      const text = line.format === 'json' ? jsonText(dry) : `${dry.toCurl()}\n`;
      return await terminal.out(text);
    }
    const input = withKey(operation, typed, line, terminal);
    requireForApproval(own, input);
    const hasKey = typed.idempotencyKey !== undefined && made.journal !== undefined;
    const readEarlier = async () =>
      hasKey ? await earlierCalls(client, name, input).catch(known) : undefined;
    const asked = confirm(own, typed, made, line, terminal, readEarlier);
    const earlier = await asked.catch(known);
    if (hasKey && earlier === undefined) await showClock(made);
    const key = keyOf(input);
    if (typed.idempotencyKey === undefined && key !== undefined) {
      terminal.error(
        `idempotency key: ${key} (repeat ${IN_TIME} with --idempotency-key to send it once)`,
      );
    }
    const next = nextStep({ idempotencyKey: key, operation: name });
    const signal = terminal.interruption(row.risk === 'reads' ? 'read' : 'change', next);
    const call = method(await withFile(row, input), { signal });
    if (isList(call)) return void (await printList(terminal, row, call, line));
    const [first, calledAt] = await timed(call).catch(async (error: unknown) => {
      const isKnown = isPaymentsError(error) || row.risk === 'reads';
      if (!isKnown) throw new Unprinted('unknown', MAY_BE_CHANGED, error);
      return known(error);
    });
    const { value: result, repeat } = await repeated(client, operation, first, earlier, calledAt);
    const printed = printResult(terminal, row, result, line);
    await (row.risk === 'reads' ? printed : printChange(printed, result));
    if (repeat !== undefined) terminal.error(`note: ${repeat}`);
    requireRecorded(made);
    const fate = fateOf(row, input, result, command);
    if (fate?.is === 'open') terminal.error(`note: ${fate.text}`);
    else if (fate !== undefined) throw new NotMade(fate);
  } finally {
    // Nor does the end of the journal: what was not recorded stays open there.
    await close().catch(() => terminal.error('warning: the journal was not closed properly'));
  }
}
