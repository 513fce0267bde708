import {
  type FactOrigin,
  type FactRow,
  type Facts,
  type FactValue,
  factsOf,
} from '@org/payments-contract/internal';
import type { RelayAmount, RelayDescription } from '@org/payments-relay/protocol';
import { WalletError } from '../errors/wallet-error.ts';
import type { ServiceChange } from '../signing/payload/request.ts';
import type { ReviewedAction } from '../signing/review.ts';
import { payloadFields } from './payload-fields.ts';

function row(label: string, value: FactValue, origin: FactOrigin = 'service'): FactRow {
  return { label, value, origin };
}

function textRow(label: string, text: string | undefined, origin?: FactOrigin): FactRow[] {
  return text === undefined ? [] : [row(label, { kind: 'text', text }, origin)];
}

function amountRow(label: string, amount: RelayAmount | undefined): FactRow[] {
  return amount === undefined ? [] : [row(label, { kind: 'amount', ...amount })];
}

const methods = ['PASSKEY', 'EMAIL_OTP', 'OAUTH'] as const;

/** What the service says of the resource of a change. */
function serviceRows(resource: RelayDescription | undefined): FactRow[] {
  if (resource === undefined) return [];
  if (resource.kind === 'card') return textRow('card', `•••• ${resource.last4}`);
  if (resource.kind === 'payment') {
    const { sends, receives, receiver, fees, from } = resource;
    const { name, address, ending, isOwn } = receiver;
    const isSame = sends.amount === receives.amount && sends.currency === receives.currency;
    return [
      ...amountRow('sends', sends),
      ...(isOwn === true ? [row('ownAccount', { kind: 'word', word: 'true' })] : []),
      ...textRow('receiver', name),
      ...textRow('receiverAddress', address),
      ...textRow('receiverEnding', ending && `•••• ${ending}`),
      ...(isSame ? [] : amountRow('receives', receives)),
      ...amountRow('fees', fees),
      ...textRow('from', from),
    ];
  }
  const { type, nickname, createdAt } = resource;
  const method = methods.find((one) => one === type);
  // Words in its place are not shown as ours.
  const isDate = createdAt !== undefined && !Number.isNaN(Date.parse(createdAt));
  return [
    ...textRow(resource.kind, nickname),
    ...(method ? [row('method', { kind: 'word', word: method })] : textRow('method', type)),
    ...(isDate
      ? [row('created', { kind: 'date', date: createdAt })]
      : textRow('created', createdAt)),
  ];
}

/** The change at the service; undefined for an action that the platform has not declared. */
function changeOf(action: ReviewedAction): ServiceChange | undefined {
  switch (action.kind) {
    case 'add_passkey':
      return {
        operation: 'credentials.create',
        input: { type: 'PASSKEY', nickname: action.nickname },
      };
    case 'remove_credential':
      return { operation: 'credentials.revoke', input: { id: action.credentialId } };
    case 'refresh':
      return { operation: 'sessions.refresh', input: { id: action.sessionId } };
    case 'revoke':
      return { operation: 'sessions.revoke', input: { id: action.sessionId } };
    default:
      return action.kind === 'action' ? action.change : undefined;
  }
}

/**
 * What a person is shown of a change: every field of the request and of the text to sign is in a row.
 *
 * @throws WalletError `UNSHOWN_FIELD`
 */
export function factsOfAction(
  payload: string,
  action: ReviewedAction,
  resource: RelayDescription | undefined,
): Facts {
  const change = changeOf(action);
  const { operation, signed, loose, account } = payloadFields(payload, change?.operation);
  const called =
    action.kind === 'action' && change === undefined
      ? { called: { name: action.action, input: action.input } }
      : {};
  const service = serviceRows(resource);
  const from = service.find(({ label }) => label === 'from')?.value;
  const own = account ?? action.accountId;
  const isNamed = from?.kind === 'text' && from.text === own;
  if (!isNamed) service.push(...textRow('account', own, account ? 'payload' : 'request'));
  try {
    return factsOf({
      operation: change?.operation ?? operation,
      input: change?.input,
      signed,
      loose,
      service,
      ...called,
    });
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    const message = `The question cannot show all of the change: ${cause.message}.`;
    throw new WalletError('UNSHOWN_FIELD', { cause, message });
  }
}

/** What nobody can take back: what the contract calls irreversible, and a phrase that somebody has read. */
export function isFinal({ heading }: Facts): boolean {
  return /^(?:card\.CLOSED|internalAccounts\.export|(?:credentials|sessions)\.revoke)$/.test(
    heading,
  );
}
