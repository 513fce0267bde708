import { randomUUID } from 'node:crypto';
import type { Fields, NamedOperation } from '@org/payments-contract';
import { ArgumentError } from '@org/payments-contract/internal';
import type { IdempotencyKeyReusedError, Journal } from '@org/payments-sdk';
import { describeCall, descriptionText } from '../../approval/describe/describe-call.ts';
import { time } from '../../approval/describe/facts.ts';
import { Lookup } from '../../approval/describe/lookup.ts';
import { fateOf, presentOf } from '../../approval/describe/not-made.ts';
import { changedSince, changedText } from '../../approval/describe/same-description.ts';
import { describeAllowed } from '../../approval/describe/standing.ts';
import { ToolError } from '../../errors/mcp-errors.ts';
import { checkPolicy } from '../../policy/check-policy.ts';
import { IN_TIME, oldKeyText } from '../../run/key-age.ts';
import { appliedId, type KeyStanding, requireJournal } from '../../run/sent-writes.ts';
import type { AnyClient } from '../../tools/method.ts';
import { needsPerson } from '../../tools/offered.ts';
import type { PaymentsTool } from '../../tools/tool.ts';
import { type CommandClient, openRecords } from './client.ts';
import { command, listText, wordsOf } from './operations.ts';
import type { CommandLine } from './options.ts';
import { NotMade } from './print.ts';
import type { Terminal } from './terminal.ts';

export class Refused extends Error {
  override readonly name = 'Refused';
}

/** A key is not sent again: the service may have forgotten it, or what it was sent for is open. */
export class OldKey extends Error {
  override readonly name = 'OldKey';
  readonly outcome: KeyStanding['outcome'];

  constructor(outcome: KeyStanding['outcome'], text: string) {
    super(text);
    this.outcome = outcome;
  }
}

const UNSENT = 'This command has sent nothing.';

/** What to do about a payment whose key may be forgotten: one that was just sent is in no list yet. */
const adviceOf = ({ outcome, isDated }: KeyStanding, operation: NamedOperation) =>
  outcome === 'applied'
    ? ''
    : ` ${listText(operation.name)}: ${isDated ? 'if not, repeat it with a new key.' : 'repeat this command later, and do it in no other way until then.'}`;

/** The error for a key that the journal has for another request: as long as that one is open, nothing is known. */
export async function ofOtherRequest(error: IdempotencyKeyReusedError, journal: Journal) {
  const open = await openRecords(journal).catch(() => []);
  const first = open.find((one) => one.idempotencyKey === error.idempotencyKey);
  if (first === undefined || error.status !== undefined) return error;
  const { operation, startedAt } = first;
  const text = `${UNSENT} The key was sent at ${time(startedAt)} with another request, of ${wordsOf(operation)}, and it is unknown whether that one was applied: ${command('journal recover')}, with the same journal, finds it out. Until then, pay in no other way.`;
  return new OldKey('unknown', text);
}

/**
 * What is said of an earlier call with the key that was applied, and what became of its payment, if it is not
 * known to be paid.
 *
 * @throws NotMade if it is lost, or waits for somebody: whoever goes by the exit status has not paid
 */
export async function earlierText(
  client: AnyClient,
  { row }: NamedOperation,
  input: Fields,
  earlier: KeyStanding,
  said: string,
): Promise<string> {
  const { outcome, resourceId: id } = earlier;
  if (outcome !== 'applied' || id === undefined) return said;
  const fate = fateOf(row, input, (await presentOf(client, row, id)) ?? { id }, command);
  if (fate === undefined) return said;
  const text = `${said} ${fate.text}`;
  if (fate.is !== 'open') throw new NotMade({ ...fate, text });
  return text;
}

/** Whether the person at the terminal decides about a call, and can. @throws ArgumentError if nobody can be asked */
function asksHere({ row }: NamedOperation, input: Fields, line: CommandLine, terminal: Terminal) {
  if (!needsPerson(row, input) || line.isYes || line.isDryRun) return false;
  if (terminal.canAsk && line.input !== '-') return true;
  throw new ArgumentError(
    'a person has to confirm this, and nobody can be asked here: use a terminal, or pass --yes',
  );
}

/**
 * The input with its idempotency key. A person who is asked gets a new one; a script names its own, so that its second run repeats and does not pay again.
 *
 * @throws ArgumentError for a script without one, or if nobody can be asked
 */
export function withKey(
  operation: NamedOperation,
  input: Fields,
  line: CommandLine,
  terminal: Terminal,
): Fields {
  asksHere(operation, input, line, terminal);
  const { isYes, isDryRun } = line;
  if (operation.row.retry !== 'keyed' || input.idempotencyKey !== undefined || isDryRun) {
    return input;
  }
  if (isYes) {
    throw new ArgumentError(
      `--yes needs --idempotency-key, such as the number of the invoice: the same command then pays once ${IN_TIME}`,
    );
  }
  return { ...input, idempotencyKey: randomUUID() };
}

/**
 * Asks the person before what moves money, raises authority or cannot be undone is sent, and shows
 * what the service says of everything that the call refers to.
 *
 * @param input what they typed, without a key that was made for it
 * @param readEarlier reads what the journal has for its key
 * @returns what it has, as it was read last
 * @throws Refused, ToolError if a reference cannot be read
 */
export async function confirm(
  tool: PaymentsTool,
  input: Fields,
  { client, service }: CommandClient,
  line: CommandLine,
  terminal: Terminal,
  readEarlier: () => Promise<KeyStanding | undefined>,
): Promise<KeyStanding | undefined> {
  const { operation } = tool;
  const earlier = await readEarlier();
  if (line.isYes && needsPerson(operation.row, input) && !line.isDryRun) {
    const old = oldKeyText(earlier);
    if (earlier && old) {
      const said = `${UNSENT} ${old}`;
      const text = await earlierText(client, operation, input, earlier, said);
      throw new OldKey(earlier.outcome, text + adviceOf(earlier, operation));
    }
  }
  if (!asksHere(operation, input, line, terminal)) return earlier;
  if (client.journal !== undefined) await requireJournal(client);
  const mayRepeat = input.idempotencyKey !== undefined;
  const describe = async (known: KeyStanding | undefined) => {
    const before = oldKeyText(known);
    const isRepeat = known !== undefined && before === undefined;
    const applied = appliedId(known);
    const checked = checkPolicy(client, { operation, input, isRepeat });
    const permitted = checked.catch((error: unknown) => {
      // What was sent before counts already: the service alone decides about its repeat.
      if (!(mayRepeat && error instanceof ToolError)) throw error;
      return undefined;
    });
    const { signal } = new AbortController();
    const lookup = new Lookup(client, operation.row.auth === 'agent', signal);
    return describeAllowed(permitted, (allowed) =>
      describeCall(tool, input, lookup, { service, allowed, isRepeat, applied, before, mayRepeat }),
    );
  };
  const shown = await describe(earlier);
  terminal.error(`\n${descriptionText(shown, 'terminal')}\n`);
  const reply = await terminal.ask(`${shown.act}? Type yes to send it: `);
  if (reply.trim().toLowerCase() !== 'yes') throw new Refused(UNSENT);
  // The question may have been open for hours.
  const now = await readEarlier();
  const changed = changedSince(shown, await describe(now));
  if (changed.length === 0) return now;
  throw new ToolError('CONFIRMATION_OUTDATED', changedText('you were', changed));
}
