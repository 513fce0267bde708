import { type Fields, type NamedOperation, riskOf } from '@org/payments-contract';
import { labelText } from '@org/payments-contract/internal/question';
import { ToolError } from '../../errors/mcp-errors.ts';
import type { AllowedPayment } from '../../policy/check-policy.ts';
import { isolated } from '../../quoted-text.ts';
import { maskedInput } from '../../tools/masks.ts';
import type { PaymentsTool } from '../../tools/tool.ts';
import { addedBy } from './added.ts';
import { BRIEF, briefFacts, CHANGES, NOTICE, repeated, twin } from './brief.ts';
import { changes } from './changes.ts';
import { type Consequences, consequencesOf } from './consequences.ts';
import { endsWith } from './deletion.ts';
import { amountText, type Fact, factsOf, plain, quoted, type Section } from './facts.ts';
import { limits } from './limits.ts';
import type { Lookup } from './lookup.ts';
import { movedBy, type Payment, paymentIn, sameBefore, withCover } from './moved.ts';
import { lossText } from './not-made.ts';
import { actOf, questionTexts, titleOf } from './question-words.ts';
import { requireReady, requireUnsigned } from './ready.ts';
import { expiryOf, type Resolved, resolve, sectionsOf } from './resolve.ts';
import { wordsOf } from './words.ts';

interface Currency {
  readonly code: string;
}

/** The currency of the account that is on the service's side, or of the one who invites. */
function currencyOf(found: readonly Resolved[]): Currency | undefined {
  const balances = found
    .filter(({ id }) => !id.startsWith('ExternalAccount:'))
    .map(({ resource }) => resource.balance as { readonly currency?: Currency } | undefined);
  return balances.find((balance) => balance?.currency !== undefined)?.currency;
}

/** Who is on one side of a payment: the payee, or the customer whose account it is. */
function partyOn(side: 'From' | 'To' | 'Internal Account', found: readonly Resolved[]) {
  const own = found.find(({ role }) => role === side);
  if (own === undefined) return undefined;
  const owner = found.find(({ id }) => id === own.resource.customerId);
  const others = found.find(({ role }) => role === 'Customer');
  const holder = owner ?? others;
  return (
    own.name ??
    (holder?.name === undefined
      ? "an account of the agent's customer"
      : `account of ${holder.name}`)
  );
}

/** Calls that end a payment: a person may stop one whose receiver is not known. */
const stopping = ['transactions.reject', 'transactions.cancel', 'agents.rejectAction'];

/** @throws ToolError for a payment whose receiver nobody knows: nobody can decide on it */
function requireReceiver({ name, row }: NamedOperation, input: Fields): void {
  if (riskOf(row, input) !== 'moves-money' || stopping.includes(name)) return;
  const message = 'The receiver of the payment cannot be shown to a person.';
  throw new ToolError('REFERENCE_UNRESOLVED', message);
}

const OWN_FEES = 'not known before it is sent';

/** The shortest description of a payment: how much goes to whom, from where, and at which cost. */
function summaryOf(operation: NamedOperation, input: Fields, found: readonly Resolved[]): Fact[] {
  const payment = found.find(({ amounts }) => amounts !== undefined);
  const given = input.amount ?? input.amountToSend;
  const amount = typeof given === 'number' ? amountText(given, currencyOf(found)) : undefined;
  const sends = payment?.amounts?.sends ?? amount;
  // The money of a sandbox arrives at the account that is named alone.
  const to = payment?.parties?.to ?? partyOn('To', found) ?? partyOn('Internal Account', found);
  const from = payment?.parties?.from ?? partyOn('From', found);
  if (input.destination !== undefined && to === undefined) requireReceiver(operation, input);
  if (sends === undefined && payment?.amounts?.receives === undefined) return [];
  const receives = payment === undefined ? amount : payment.amounts?.receives;
  const inviter = found.find(({ id }) => id === input.inviterUma);
  const isPayment = to !== undefined || from !== undefined;
  if (to === undefined && inviter === undefined) requireReceiver(operation, input);
  const ownFees = stopping.includes(operation.name) ? undefined : OWN_FEES;
  const unnamed = inviter === undefined ? 'not known' : 'whoever claims the invitation';
  const rows = {
    sends,
    receiver: to ?? unnamed,
    receives: isPayment && receives !== sends ? receives : undefined,
    fees: operation.row.risk === 'moves-money' ? (payment?.amounts?.fees ?? ownFees) : undefined,
    from: from ?? inviter?.name,
  };
  return factsOf(rows).map(({ label: row, value }) => {
    return { label: labelText({ label: row }, questionTexts), value, row };
  });
}

/** What a person is shown before a call is sent. */
export interface CallDescription extends Consequences {
  /** What the operation does, in words of ours alone. */
  readonly title: string;
  /** The same as the label of the button that approves: with the amount, for a payment. */
  readonly act: string;
  /** Read from the service, the shortest description first. */
  readonly facts: readonly Section[];
  /** When the quote that it carries out expires, in milliseconds since 1970. */
  readonly until?: number | undefined;
  /** What it pays to whom; undefined of other calls. */
  readonly payment?: Payment | undefined;
  /** The arguments, and what it refers to was made with, as the model wrote them. */
  readonly words: readonly Fact[];
  /** The address that it is sent to, and where that is from if a person chose it. */
  readonly service: string;
}

/** What follows a payment of an agent: nobody else may look at it. */
function thenOf(waits: boolean | undefined): Fact[] {
  if (waits === false) return [];
  const value = 'it waits for the approval of the platform';
  const unknown =
    'it may be carried out at once: the service converts the amount, and decides if it waits for the platform';
  return [{ label: 'Then', value: waits ? value : unknown }];
}

/** That the payee's account is not one that can be paid now, as far as the service says. */
function notActive(found: readonly Resolved[]): Fact[] {
  const { id = '', resource } = found.find(({ role }) => role === 'To') ?? {};
  const state = plain(resource?.status);
  if (!id.startsWith('ExternalAccount:') || !state || state === 'ACTIVE') return [];
  const value = `its account is ${state}, and only one that is ACTIVE can be paid`;
  return [{ label: 'Status of the payee', value, row: NOTICE }];
}

/** That the bank has another name for the payee than the one that was entered, which stands above. */
function nameAtBank(found: readonly Resolved[]): Fact[] {
  const { resource } = found.find(({ role }) => role === 'To') ?? {};
  const { beneficiaryVerificationStatus: check, beneficiaryVerifiedData } = Object(resource);
  if (!/^(?:NOT_MATCHED|PARTIAL_MATCH)$/.test(check)) return [];
  const name = quoted(Object(beneficiaryVerifiedData).fullName) ?? 'another one';
  const is = check === 'NOT_MATCHED' ? 'is not' : 'is in part';
  return [
    { label: 'Name at the bank', value: `${name}, which ${is} the one entered`, row: NOTICE },
  ];
}

const REPEAT_REFUSED = 'Nothing more is sent. What was sent before stays.';
const SEND_AGAIN = 'Send again';
const MOVES_UNLESS_MOVED = 'This moves the money, unless the call before has.';
const MOVES_NOTHING = 'This moves no money: the service returns what it did before.';

/** Facts about a call besides its arguments. */
interface CallFacts {
  readonly service: string;
  /** What the agent's policy allows, for a call of an agent. */
  readonly allowed?: AllowedPayment | undefined;
  /** Whether the same call was sent before with the same key. */
  readonly isRepeat?: boolean;
  /** What this has made, if it is known that it was applied; null if the id is not known. */
  readonly applied?: string | null | undefined;
  /** What was sent before with its key, which the service may have forgotten. */
  readonly before?: string | undefined;
  /** Whether the caller chose the key, and nothing shows if the same call was sent before with it. */
  readonly mayRepeat?: boolean;
  /** Whether a call with the same key waits for a decision already. */
  readonly isTwin?: boolean;
  readonly canSign?: boolean;
}

/**
 * Describes a call for the person who decides: what the service says of everything it refers to,
 * apart from what the model wrote.
 *
 * @throws ToolError if something it refers to cannot be read, or is in a state in which the service
 * refuses the call, SignatureRequiredError if the customer would have to sign and cannot: then nothing
 * is asked and nothing sent
 */
export async function describeCall(
  tool: PaymentsTool,
  input: Fields,
  lookup: Lookup,
  { service, allowed, isRepeat = false, mayRepeat = isRepeat, ...more }: CallFacts,
): Promise<CallDescription> {
  const { isTwin, applied, before, canSign } = more;
  if (!canSign) await requireUnsigned(tool.operation, input, lookup);
  const read = await resolve(lookup, input);
  requireReady(tool.operation, input, read, mayRepeat);
  const { name, row } = tool.operation;
  const moved = movedBy(input, read);
  const isStopped = stopping.includes(name);
  // With an old key, the service may carry it out again.
  const returns = isRepeat && applied !== undefined;
  const loss = returns
    ? lossText({ ...(await lookup.present(row, applied)), id: applied })
    : undefined;
  const found = returns || isStopped ? read : withCover(read, moved, name);
  const summary = summaryOf(tool.operation, input, found);
  const payment = isStopped ? undefined : paymentIn(moved, summary);
  const same =
    returns || payment === undefined
      ? []
      : await sameBefore(lookup, input, moved, payment, { ...tool.operation, found, isRepeat });
  const short = [
    ...summary,
    ...(await addedBy(lookup, input, found)),
    ...(isStopped ? [] : [...notActive(found), ...nameAtBank(found)]),
    ...same,
    ...(allowed === undefined ? [] : thenOf(allowed.waits)),
    ...(isRepeat ? [repeated(loss)] : isTwin ? [twin] : []),
    ...(before === undefined ? [] : [{ label: 'Old key', value: before, row: NOTICE }]),
  ];
  if (row.method === 'DELETE') short.push(...(await endsWith(lookup, row, input, found)));
  const brief = short.length === 0 ? [] : [{ heading: BRIEF, facts: short }];
  const title = titleOf(tool, input);
  const isPayment = riskOf(row, input) === 'moves-money';
  return {
    title,
    service,
    act: returns && isPayment ? SEND_AGAIN : actOf(title, short),
    until: expiryOf(found),
    payment,
    ...consequencesOf(name, row, input),
    ...(isRepeat && { refusal: REPEAT_REFUSED }),
    ...(isRepeat && isPayment && { warning: returns ? MOVES_NOTHING : MOVES_UNLESS_MOVED }),
    facts: [
      ...brief,
      ...(await changes(lookup, tool.operation, input, found)),
      ...limits(allowed),
      ...sectionsOf(found),
    ],
    words: [wordsOf(maskedInput(row, input), input), ...found.map((one) => one.words ?? [])].flat(),
  };
}

/** A call in one line, for a notification: what it does, and the first things that are known of it. */
export function briefText({ title, facts }: CallDescription): string {
  const parts = briefFacts(facts).map(({ label, value }) => `${label}: ${value}`);
  return [title, ...parts].join('. ');
}

/** The description as lines of text, for a client that asks its person, or for a terminal. */
export function descriptionText(description: CallDescription, place: 'dialog' | 'terminal') {
  const { title, warning, refusal, facts, words, service } = description;
  const isDialog = place === 'dialog';
  const origin = isDialog
    ? 'Written by the assistant, not checked:'
    : 'Sent as follows, amounts in the smallest unit:';
  const lines = (all: readonly Fact[]) => all.map(({ label, value }) => `  ${label}: ${value}`);
  const all = [
    `${title}. ${warning}`,
    ...facts.flatMap(({ heading, facts: own }) => [
      '',
      heading === BRIEF || heading === CHANGES ? `${heading}:` : `${heading}, as the service says:`,
      ...lines(own),
    ]),
    '',
    origin,
    ...lines(words),
    '',
    `If you refuse: ${refusal}`,
    '',
    `Service: ${service}`,
  ];
  return isolated(all.join('\n'), isDialog);
}
