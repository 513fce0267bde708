import { type NamedOperation, operations } from '@org/payments-contract';
import { KEY_HOURS } from '@org/payments-sdk';
import { time } from '../approval/describe/facts.ts';
import type { KeyStanding } from './sent-writes.ts';

/** Until when a repeat with its key is the same change. */
export const IN_TIME = `within ${KEY_HOURS} hours of the first time`;

/**
 * The list that shows whether something was made with a key: a payment of an agent may wait for a decision
 * before it is a transaction. Undefined of what makes nothing.
 */
export function listOfMade({ name, row }: NamedOperation): string | undefined {
  const { auth, path, responses, retry, risk } = row;
  if (retry !== 'keyed' || !(Object.hasOwn(responses, 201) || risk === 'moves-money')) return;
  const isOwn = (one: NamedOperation) => one.row.method === 'GET' && one.row.path === path;
  const isAction = auth === 'agent' && !path.endsWith('/quotes');
  const usual = isAction
    ? 'agent.actions.list'
    : `${auth === 'agent' ? 'agent.' : ''}transactions.list`;
  const coins = name.startsWith('stablecoins.') ? 'stablecoins.listOperations' : usual;
  return operations().find(isOwn)?.name ?? coins;
}

/** Who or what says that a call with a key was applied. */
const madeText = ({ resourceId = 'a payment', settledBy }: KeyStanding) =>
  settledBy ? `a person (${settledBy}) recorded it as applied` : `made ${resourceId}`;

/** What is known of a key whose change was applied. */
export const appliedText = (earlier: KeyStanding) =>
  `A call with this key was sent at ${time(earlier.firstAt)}, and ${madeText(earlier)}.`;

/** What is known of the calls with a key that the service may have forgotten; undefined of another. */
export function oldKeyText(earlier: KeyStanding | undefined): string | undefined {
  if (earlier?.isOld !== true) return undefined;
  const { outcome, firstAt, isDated } = earlier;
  const became = outcome === 'applied' ? madeText(earlier) : 'may have been applied';
  const why = isDated
    ? `The service may have forgotten the key after ${KEY_HOURS} hours`
    : 'The age of the key is not known: the service may have forgotten it';
  return `A call with this key was sent at ${time(firstAt)}, and ${became}. ${why}, and then carries it out again.`;
}
