import { IDEMPOTENCY_KEY_HEADER, type OperationName } from '@org/payments-contract';
import { flag, type KindsOf } from '@org/payments-contract/internal';
import { clockOffset } from '../call/clock-offset.ts';
import { formerOwners, ownerOf, supplyAccount } from '../call/owner.ts';
import { prepare } from '../call/request/prepare.ts';
import { journalRequest } from '../call/send/recorded-request.ts';
import { ConfigurationError, JournalError } from '../errors/caller-errors.ts';
import { attachOutcome } from '../errors/payments-error.ts';
import { checkCallOptions } from '../options/checks.ts';
import {
  type Journal,
  type JournalEnd,
  type KeyedEntry,
  type KeyedRequest,
  type OpenRecord,
  settledBy,
} from '../outcome/journal.ts';
import { hasKnownWord } from './entry.ts';
import { withinLimits } from './journal-limits.ts';
import { type KeyAge, keyAge } from './key-age.ts';
import type { JournaledContext } from './recovery-run.ts';

/** A change that the journal has for an idempotency key. */
export interface SentWrite {
  /** Id of its entry in the journal. */
  readonly id: string;
  /** When it was recorded, ISO 8601. */
  readonly startedAt: string;
  /** Whether that may be so long ago that the service has forgotten its key. */
  readonly isOld: boolean;
  /**
   * The same, and whether it is known: `unknown` if a clock was set since, or the service shows its own no
   * more or does not respond. Then `isOld` is true.
   */
  readonly keyAge: KeyAge;
  /** Whether its request is the same, apart from its signature. */
  readonly isSame: boolean;
  /** Undefined while its call runs, or if its process ended meanwhile: it may have been applied. */
  readonly outcome: JournalEnd['outcome'] | undefined;
  /** Id of the resource that it created or changed, if it is known. */
  readonly resourceId: string | undefined;
  /** Who recorded the outcome, if a person did: the service has not shown it. */
  readonly settledBy: string | undefined;
}

const sealedWithAnother = {
  message: 'The journal has a change with this idempotency key, and its secret is not listed.',
  action: 'List that secret too: nothing else shows what became of the change.',
};

const appliedOfAnother = {
  ...sealedWithAnother,
  action: 'List that secret too: it shows if what was applied with this key is the same change.',
};

const sentElsewhere = {
  message:
    'The journal has a change with this idempotency key of another account or base URL, and the service may have forgotten the key.',
  action:
    'If only the API token was replaced, pass the id of the token that recorded it as `account`. Otherwise look for the change at the service, and use another key.',
};

const unreadElsewhere = {
  message:
    'The journal has a change with this idempotency key of another account or base URL, and the service does not respond.',
  action: 'Repeat it with the same key once the service responds, and in no other way until then.',
};

/** What to ask `sentBefore` about. */
export type SentBeforeArguments = readonly [
  operation: OperationName,
  input: object,
  options?: {
    /** Whether one account alone uses the journal, whatever it is named. Default false. */
    readonly ofOneAccount?: boolean | undefined;
    /**
     * Whether to return, in place of the changes with the key, those that were sent with others: of the
     * same request the ones without a known outcome, and of all operations the last 100 that were applied
     * in the last ten minutes, which no list of the service may show yet. Default false.
     */
    readonly underOtherKeys?: boolean | undefined;
  },
];

const kinds: KindsOf<NonNullable<SentBeforeArguments[2]>> = {
  ofOneAccount: flag,
  underOtherKeys: flag,
};

/** What is wrong if an entry of another scope keeps its key from being sent; undefined if it does not. */
function problemOf({ end }: KeyedEntry, reason: unknown, ofOwn: KeyAge | 'unread') {
  if (end?.outcome === 'not-applied' || reason === undefined) return undefined;
  if (reason === 'secret') return end?.outcome === 'applied' ? appliedOfAnother : sealedWithAnother;
  if (ofOwn === 'unread') return unreadElsewhere;
  return ofOwn === 'young' ? undefined : sentElsewhere;
}

/** Milliseconds for which a list of the service may not show what was applied. */
const UNLISTED = 600_000;
const MAX_APPLIED = 100;
const PAGE = 1_000;

/** What was sent with other keys than that of a request: what may be the same, and what was applied lately. */
async function underOthers(
  journal: Journal,
  request: Omit<KeyedRequest, 'idempotencyKey'> & { readonly own: string | undefined },
  appliedSince: string,
): Promise<KeyedEntry[]> {
  const { own, operation, scopes, ...of } = request;
  const open: OpenRecord[] = [];
  const applied: OpenRecord[] = [];
  let after: OpenRecord | undefined;
  do {
    const page = await journal.open({ after, appliedSince, limit: PAGE });
    for (const one of page) {
      const { scope, idempotencyKey: key, outcome } = one;
      if (!scopes.includes(scope) || key === null || key === own) continue;
      if (outcome === 'applied') applied.push(one);
      else if (one.operation === operation) open.push(one);
    }
    after = page.length < PAGE ? undefined : page.at(-1);
  } while (after !== undefined);
  const found = [...open, ...applied.slice(-MAX_APPLIED)].map(async ({ id, ...record }) => {
    const { operation: name, idempotencyKey } = record;
    const one = { operation: name as OperationName, idempotencyKey: idempotencyKey ?? '' };
    return (await journal.keyed({ ...of, scopes, ...one })).filter((each) => each.id === id);
  });
  return (await Promise.all(found)).flat().filter(({ isSame, end }) => {
    return end?.outcome === 'applied' || (isSame && end?.outcome !== 'not-applied');
  });
}

/**
 * The changes of the account that the journal has for the idempotency key of an input, oldest first.
 *
 * @throws JournalError with the outcome `unknown` if one may be applied that this client cannot read
 */
export async function sentBefore(
  context: JournaledContext,
  ...[name, input, options = {}]: SentBeforeArguments
): Promise<readonly SentWrite[]> {
  checkCallOptions(options, kinds);
  const { ofOneAccount = false, underOtherKeys = false } = options;
  const operation = context.operation(name);
  if (operation === undefined) {
    const message = `The contract has no operation ${JSON.stringify(name)}.`;
    throw new ConfigurationError('operation', message, 'Pass one such as "transfers.createOut".');
  }
  const prepared = prepare(operation, input);
  const { [IDEMPOTENCY_KEY_HEADER]: idempotencyKey } = prepared.headers;
  if (idempotencyKey === undefined && !underOtherKeys) return [];
  const { clock, timeout, deadline: left, signal } = context.settings(undefined);
  await supplyAccount(context, { clock, timeout, left, signal });
  const { journal } = context;
  const { method } = operation.row;
  const request = journalRequest(prepared);
  let offset: number | 'unread' | undefined;
  const ageOf = (entry: KeyedEntry) =>
    offset === 'unread' ? 'unknown' : keyAge(entry, clock.now(), offset);
  const found = await withinLimits(context, { left, signal }, async () => {
    const own = await journal.scopes(ownerOf(context), formerOwners(context));
    const { claimable: scopes } = own;
    const of = { scopes, operation: name, method, request };
    const since = new Date(clock.now() - UNLISTED).toISOString();
    const all = await (underOtherKeys || idempotencyKey === undefined
      ? underOthers(journal, { ...of, own: idempotencyKey }, since)
      : journal.keyed({ ...of, anyScope: true, idempotencyKey }));
    // Where the service cannot be asked, the journal still says that the key was sent.
    const read = () =>
      clockOffset(context, { timeout, signal }, true).catch(() => 'unread' as const);
    if (all.length > 0) offset = await read();
    for (const one of all) {
      const age = offset === 'unread' ? offset : ageOf(one);
      const { reason } = own.reasonAgainst(one.scope) ?? {};
      const problem = problemOf(one, reason, ofOneAccount ? age : 'young');
      if (problem === undefined) continue;
      throw attachOutcome(new JournalError(problem, { operation: name }), 'unknown');
    }
    return all.filter(({ scope }) => scopes.includes(scope));
  });
  return found.map((one) => {
    const { id, startedAt, isSame, end } = one;
    // A later version may have recorded an outcome that this one does not know.
    const outcome = end === undefined || hasKnownWord({ end }) ? end?.outcome : 'unknown';
    const age = ageOf(one);
    const facts = { resourceId: end?.resourceId, settledBy: settledBy(end) };
    return { id, startedAt, isOld: age !== 'young', keyAge: age, isSame, outcome, ...facts };
  });
}
