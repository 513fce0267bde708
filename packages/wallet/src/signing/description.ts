import type { SignedOperationName } from '@org/payments-contract';
import type { RelayDescription } from '@org/payments-relay/protocol';
import type { WalletClock } from '../clock.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { within } from '../platform/within.ts';
import type { WalletTransport } from '../relay/transport.ts';
import type { ReviewedAction } from './review.ts';

/** Milliseconds a prompt waits for the words that it needs. */
const DESCRIBE_TIMEOUT = 10_000;

/** The id of the resource that has to be described, in the input of an operation. */
const subjects: Readonly<Partial<Record<SignedOperationName, string>>> = {
  'cards.update': 'id',
  'credentials.revoke': 'id',
  'quotes.execute': 'quoteId',
  'sessions.revoke': 'id',
};

/** The id that a person cannot recognize the resource by; undefined if the change has none. */
function subjectOf(action: ReviewedAction): string | undefined {
  if (action.kind === 'remove_credential') return action.credentialId;
  if (action.kind !== 'action' || action.change === undefined) return undefined;
  const { operation, input } = action.change;
  const id = input[subjects[operation] ?? ''];
  return id === undefined ? undefined : String(id);
}

const kinds: Readonly<Record<string, RelayDescription['kind']>> = {
  Card: 'card',
  Quote: 'payment',
  Session: 'session',
  AuthMethod: 'credential',
};

type Raw = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const rawOf = (value: unknown): Raw =>
  (typeof value === 'object' && value !== null ? value : {}) as Raw;

function isAmount(value: unknown): boolean {
  const { amount, currency } = rawOf(value);
  return (
    /^\d{1,30}(?:\.\d{1,18})?$/.test(String(amount)) && /^[A-Z\d]{2,12}$/.test(String(currency))
  );
}

/** Whether a receiver has a name, an address, the end of a number, or is the user. */
function isReceiver(value: unknown): boolean {
  const { name, address, ending, isOwn } = rawOf(value);
  const texts = [name, address, ending].filter((text) => text !== undefined);
  const isEnd = ending === undefined || /^\w{1,8}$/.test(String(ending));
  return isEnd && texts.every(isText) && (texts.length > 0 || isOwn === true);
}

/** Whether a description is of the resource that was asked for, and complete. */
function isOf(id: string, value: unknown): value is RelayDescription {
  const { kind, last4, nickname, sends, receives, receiver, ...rest } = rawOf(value);
  if (rest.id !== id || kind !== kinds[id.slice(0, id.indexOf(':'))]) return false;
  if (kind === 'card') return /^\d{4}$/.test(String(last4));
  if (kind !== 'payment') return isText(nickname) && isText(rest.createdAt ?? id);
  const { fees = sends, from = id } = rest;
  return [sends, receives, fees].every(isAmount) && isText(from) && isReceiver(receiver);
}

/**
 * Reads through the relay what a person recognizes the resource of a change by.
 *
 * @returns undefined if the change does not name a resource that has to be described
 * @throws WalletError when it cannot be read, and `UNEXPECTED` for a description of something else
 */
export async function readDescription(
  {
    transport,
    clock,
    accountId,
  }: {
    readonly transport: Pick<WalletTransport, 'describe'>;
    readonly clock: WalletClock;
    readonly accountId: string | undefined;
  },
  action: ReviewedAction,
): Promise<RelayDescription | undefined> {
  const id = subjectOf(action);
  if (id === undefined) return undefined;
  const request = accountId === undefined ? { id } : { id, accountId };
  let read: unknown;
  try {
    read = await within(clock, DESCRIBE_TIMEOUT, () => transport.describe(request));
  } catch (cause) {
    if (cause instanceof WalletError) throw cause;
    throw new WalletError('NETWORK', { cause });
  }
  if (isOf(id, read)) return read;
  throw new WalletError('UNEXPECTED', { message: `The relay did not describe ${id}.` });
}
