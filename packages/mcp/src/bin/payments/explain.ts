import { findOperation } from '@org/payments-contract';
import { ArgumentError, counted } from '@org/payments-contract/internal';
import {
  ApiError,
  type InputIssue,
  isPaymentsError,
  type OutcomeUnknownError,
  type PaymentsError,
} from '@org/payments-sdk';
import { causeOfUnread } from '../../approval/describe/lookup.ts';
import { whilePending } from '../../approval/describe/standing.ts';
import { IN_TIME } from '../../run/key-age.ts';
import { toolOf } from '../../tools/tool.ts';
import { OldKey, Refused } from './confirm.ts';
import { flagsOf } from './flags.ts';
import { shellWord } from './input-file.ts';
import { command, kebabCase, listText, signatureText, waitingText } from './operations.ts';
import { NotMade, Stopped, Unprinted } from './print.ts';
import { status } from './status.ts';
import { Interrupted } from './terminal.ts';
import { actionInTerminal, inTerminal } from './terminal-words.ts';

const READ_FIRST = 'Read what it would have changed before you send it again';

/** How to find out whether a change was carried out, or to send it again. */
export function nextStep(error: Partial<OutcomeUnknownError>): string {
  const { action, idempotencyKey, reconcile, entryId, operation = '' } = error;
  if (idempotencyKey !== undefined) {
    const row = findOperation(operation)?.row;
    const until = row && whilePending(row, (name) => `${command(name)} with its id`);
    const list = listText(operation);
    const later = until || ` After that, look for it first${list ? `: ${list}` : ''}.`;
    return `Send it again only ${IN_TIME}, and with --idempotency-key ${shellWord(idempotencyKey)}: the service then carries it out once.${later}`;
  }
  if (reconcile === undefined) return actionInTerminal(action ?? `${READ_FIRST}.`);
  const recorded = entryId && `; ${command('journal recover')} does, with the same journal`;
  return `${READ_FIRST}${recorded ?? ''}.`;
}

/** What to do after a change whose response is missing or cannot be used. */
function afterwards(error: PaymentsError): readonly string[] {
  if (error.outcome === 'applied') return ['The service carried it out: do not send it again.'];
  const { cause } = error;
  const isRefusal = isPaymentsError(cause) && 'status' in cause;
  // A call that was refused, or never left, and a read that failed before it show nothing of an earlier one.
  const isUnsent =
    isPaymentsError(cause) &&
    (cause.outcome === 'not-applied' || cause.operation !== error.operation);
  const said = isUnsent ? explain(cause)[1] : undefined;
  const refusal = said?.map((line) =>
    line.replace(/This c\w+ has (?:changed|sent) nothing\. /, ''),
  );
  return [
    ...(refusal ?? (isRefusal ? [`${cause.code}: ${cause.message}`] : [])),
    `The outcome is unknown: it may have been carried out. ${nextStep(error as Partial<OutcomeUnknownError>)}`,
  ];
}

/** An issue of a field with its option: `--source.account-id`. */
function issueLine({ path, message }: InputIssue, operation: string | undefined): string {
  const names = path.split('.').filter((name) => !/^\d+$/.test(name));
  const own = names.map(kebabCase).join('.');
  const found = operation === undefined ? undefined : findOperation(operation);
  const flags = found === undefined ? [] : flagsOf(toolOf(found, false));
  // An object has no option of its own.
  const [first, second] = flags.filter(({ name }) => name === own || name.startsWith(`${own}.`));
  if (first?.kind === 'amount' && first.name === own && !/more than|at most/.test(message)) {
    return `  --${own} takes an amount with its currency, such as 150.00USD, and --${own}-minor one in its smallest unit`;
  }
  const said = message.replace(/; expected an? (?:object|string)$/, '');
  if (first === undefined || first.name === own) return `  --${own}: ${said}`;
  const others = second === undefined ? '' : ', and what it asks for';
  return `  --${first.name}${others}: ${said}`;
}

const NOTHING_CHANGED = 'interrupted: this command has changed nothing';

/** The exit status of a command that failed, and what it prints of the error, also where it was to change something. */
export function explain(error: unknown, isChange = false): readonly [number, readonly string[]] {
  if (error instanceof ArgumentError) return [status.invalid, [error.message]];
  if (error instanceof Refused) return [status.refused, [error.message]];
  if (error instanceof Interrupted) return [status.interrupted, [NOTHING_CHANGED]];
  if (error instanceof NotMade) return [status[error.status], [error.message]];
  if (error instanceof Stopped) return [error.status, explain(error.cause)[1]];
  if (error instanceof OldKey) return [status[error.outcome], [error.message]];
  if (error instanceof Unprinted) return [status[error.outcome], [error.message]];
  if (!isPaymentsError(error)) {
    const { message } = Object(error) as Partial<Error>;
    return [status.failed, [message ?? String(error)]];
  }
  const { code, outcome } = error;
  const unread = code === 'REFERENCE_UNRESOLVED' ? causeOfUnread(error) : undefined;
  // A read that was refused is not the refusal of the call.
  if (unread !== undefined && unread.code !== 'FORBIDDEN') return explain(unread, isChange);
  const { issues = [], reason, retryAfter } = error as Partial<ApiError>;
  const fields = issues.map((issue) => issueLine(issue, error.operation));
  if (code === 'INVALID_REQUEST' && !(error instanceof ApiError)) {
    const { operation } = error;
    const help = operation === undefined ? 'payments --help' : command(operation, '--help');
    const own = fields.map((line) => inTerminal(line));
    const advice = `This command has changed nothing. ${help} describes the options.`;
    return [status.invalid, ['the command line is not valid:', ...own, advice]];
  }
  const found = error.operation === undefined ? undefined : findOperation(error.operation);
  const options = found === undefined ? [] : flagsOf(toolOf(found, false)).map(({ name }) => name);
  const later = 'Try again later';
  const seconds = counted(Math.ceil(Number(retryAfter) / 1000), 'second');
  const when = retryAfter === undefined ? later : `Wait for ${seconds}, then try again`;
  const wait = `${when}${found?.row.retry === 'keyed' ? ', with the same --idempotency-key' : ''}`;
  const isRead = found?.row.risk === 'reads';
  const rule = found?.row.reconcile;
  const list = waitingText(error.operation);
  const readIt = rule && 'read' in rule ? `Read it, by its id, with ${command(rule.read)}` : '$&';
  const read = list === undefined ? readIt : `${list}: look`;
  const said = error.action.replace(later, wait).replace('Read the resource', read);
  const action = actionInTerminal(said, options);
  // The service's own words stay as they are.
  const message = error instanceof ApiError ? error.message : inTerminal(error.message, options);
  const { cause } = error;
  const isNamed = /`cause`/.test(error.message + error.action) && cause instanceof Error;
  const facts = [
    `${code}: ${message}`,
    ...fields,
    ...(/`reason`/.test(error.action) && reason ? [`reason: ${reason}`] : []),
    ...(isNamed ? [`cause: ${cause.message}`] : []),
  ];
  if (code === 'IDEMPOTENCY_KEY_REUSED') {
    return [outcome === 'unknown' ? status.unknown : status.failed, [...facts, action]];
  }
  if (outcome === 'unknown') return [status.unknown, [...facts, ...afterwards(error)]];
  if (outcome === 'applied') return [status.applied, [...facts, ...afterwards(error)]];
  if (code === 'ABORTED') return [status.interrupted, [NOTHING_CHANGED]];
  if (code === 'SIGNATURE_REQUIRED' && found !== undefined) {
    return [
      status.failed,
      [`${code}: ${signatureText(found)}`, 'This command has changed nothing.'],
    ];
  }
  const isInvalid = code === 'INVALID_REQUEST' || code === 'CONFIGURATION';
  const todo = fields.length > 0 ? 'Correct these options, and send it again.' : action;
  const isRefused = outcome === 'not-applied' && error instanceof ApiError;
  const what = isRefused && !isRead ? 'call' : isChange && !/nothing/i.test(todo) ? 'command' : '';
  const advice = what === '' ? todo : `This ${what} has changed nothing. ${todo}`;
  return [isInvalid ? status.invalid : status.failed, [...facts, advice]];
}
