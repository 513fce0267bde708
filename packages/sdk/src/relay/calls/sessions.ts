import type { OpenedSession } from '@org/payments-contract';
import { clientPublicKey, id } from '../fields.ts';
import { type CallHandler, iso, type RelayContext } from '../relay-context.ts';
import { answerBegin, completePending, openPending } from '../tickets/pending.ts';
import { openedSessionView } from '../views.ts';

const opened = (relay: RelayContext) => (session: OpenedSession) =>
  openedSessionView(session, iso(relay.settings.now()));

/** Leg 1 of a refresh, of a live session of the user. */
export const refreshBegin: CallHandler<'refreshBegin'> = async (relay, request) => {
  const key = clientPublicKey(request.body);
  const sessionId = id(request.body, 'Session');
  const { accountId } = await relay.ownership.session(request.user, sessionId);
  const begun = await relay.payments.sessions.refresh.begin({
    id: sessionId,
    clientPublicKey: key,
  });
  return answerBegin(relay, request, begun, {
    call: 'refreshComplete',
    accountId,
    view: opened(relay),
  });
};

/** Leg 2 of a refresh. */
export const refreshComplete: CallHandler<'refreshComplete'> = async (relay, request) => {
  const pending = await openPending(relay, request, 'refreshComplete');
  const session = await completePending(relay, request, pending);
  return { result: opened(relay)(session as OpenedSession) };
};

/** Leg 1 of a revocation: of a session, or of a credential. */
export const revokeBegin: CallHandler<'revokeBegin'> = async (relay, request) => {
  const { payments, ownership } = relay;
  const target = id(request.body, 'Session', 'AuthMethod');
  const isSession = target.startsWith('Session:');
  const { accountId } = isSession
    ? await ownership.session(request.user, target)
    : await ownership.credential(request.user, target);
  const begun = isSession
    ? await payments.sessions.revoke.begin({ id: target })
    : await payments.credentials.revoke.begin({ id: target });
  return answerBegin(relay, request, begun, {
    call: 'revokeComplete',
    accountId,
    view: () => null,
  });
};

/** Leg 2 of a revocation. */
export const revokeComplete: CallHandler<'revokeComplete'> = async (relay, request) => {
  const pending = await openPending(relay, request, 'revokeComplete');
  await completePending(relay, request, pending);
  return { result: null };
};
