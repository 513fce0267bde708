import { optionalAccountId, text } from '../fields.ts';
import { RelayRefusal } from '../refusal.ts';
import type { CallHandler } from '../relay-context.ts';
import { requireOwnInput, requireOwnStep } from '../step-ownership.ts';
import { answerBegin, completePending, openPending } from '../tickets/pending.ts';
import { validateInput } from '../validate-input.ts';

const MAX_NAME = 100;
const shown = (result: unknown) => result ?? null;

/** Leg 1 of one of the platform's own actions. */
export const actionBegin: CallHandler<'actionBegin'> = async (relay, request) => {
  const { user, body } = request;
  const name = text(body, 'action', MAX_NAME);
  const action = relay.actions.get(name);
  if (action === undefined) {
    throw new RelayRefusal(404, 'UNKNOWN_ACTION', { message: 'There is no such action.' });
  }
  const input = await validateInput(action.input, body.input);
  const accountId = await relay.ownership.account(user, optionalAccountId(body));
  const mayBeForeign = action.allowForeignIds === true;
  if (!mayBeForeign) await requireOwnInput(relay.ownership, user, input);
  const requireOwned = async (id: string) => {
    const isKnown = await relay.ownership.requireOwned(user, id);
    if (!isKnown) throw new TypeError('requireOwned knows no ids of this kind.');
  };
  const begun = await action.run({ input, user, accountId, requireOwned });
  if (begun.status === 'challenge' && !mayBeForeign) {
    await requireOwnStep(relay.ownership, user, begun.toJSON());
  }
  const next = { call: 'actionComplete', accountId, action: name, view: shown } as const;
  return answerBegin(relay, request, begun, next);
};

/** Leg 2 of one of the platform's own actions. */
export const actionComplete: CallHandler<'actionComplete'> = async (relay, request) => {
  const pending = await openPending(relay, request, 'actionComplete');
  if (pending.action === undefined || !relay.actions.has(pending.action)) {
    throw new RelayRefusal(400, 'TICKET_INVALID', { message: 'The action is no more.' });
  }
  return { result: shown(await completePending(relay, request, pending)) };
};
