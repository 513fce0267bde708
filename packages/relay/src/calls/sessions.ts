import type { OpenedSession } from '@org/payments-contract';
import { afterAccepted } from '../refusals/error-refusals.ts';
import { credentialView, requireMatchingSession, sessionView } from './from-service.ts';
import {
  type Lineage,
  openedSession,
  readLineage,
  refreshedLineage,
  requireSignedIn,
  siblingsOf,
} from './lineage.ts';
import { completeLast, openPending, respondToBegin } from './pending.ts';
import {
  type CallHandler,
  iso,
  personOf,
  type RelayContext,
  type RelayRequest,
} from './relay-context.ts';

/** The user's credentials and live sessions, as the service lists them now. */
export const account: CallHandler<'account'> = async (relay, request) => {
  const { ownership, settings } = relay;
  const accountId = await ownership.account(request, request.body.accountId);
  const [credentials, sessions] = await Promise.all([
    ownership.credentialsOf(request, accountId),
    ownership.sessionsOf(request, accountId),
  ]);
  return {
    accountId,
    credentials: credentials.map(credentialView),
    sessions: sessions.map(sessionView),
    issuedAt: iso(settings.now()),
    person: await personOf(request),
  };
};

/** The session that a refresh opened, as the browser receives it. @throws ContractError */
function refreshed(
  relay: RelayContext,
  request: RelayRequest,
  session: OpenedSession,
  { accountId, lineage }: { readonly accountId: string; readonly lineage?: Lineage | undefined },
) {
  requireMatchingSession('sessions.refresh', session, accountId, request);
  return openedSession(relay, request, session, lineage);
}

/** Leg 1 of a refresh, of a live session of the user. */
export const refreshBegin: CallHandler<'refreshBegin'> = async (relay, request) => {
  const { id, clientPublicKey, accountId: hint } = request.body;
  const session = await relay.ownership.session(request, id, hint);
  const { accountId } = session;
  const lineage = await refreshedLineage(relay, request, session);
  const begun = await relay.payments.sessions.refresh.begin({ id, clientPublicKey });
  return respondToBegin(relay, request, begun, {
    call: 'refreshComplete',
    accountId,
    lineage,
    view: (opened: OpenedSession) => refreshed(relay, request, opened, { accountId, lineage }),
  });
};

/** Leg 2 of a refresh, which nobody has signed out of since it began. */
export const refreshComplete: CallHandler<'refreshComplete'> = async (relay, request) => {
  const pending = await openPending(relay, request, 'refreshComplete');
  const family = pending.lineage?.family;
  if (family !== undefined) await requireSignedIn(relay, family);
  const session = (await completeLast(relay, request, pending)) as OpenedSession;
  return { result: await afterAccepted(() => refreshed(relay, request, session, pending)) };
};

/** Leg 1 of a revocation: of any live session of the account, or of a credential. */
export const revokeBegin: CallHandler<'revokeBegin'> = async (relay, request) => {
  const { payments, ownership } = relay;
  const { id: target, accountId: hint } = request.body;
  const isSession = target.startsWith('Session:');
  const { accountId } = isSession
    ? await ownership.session(request, target, hint)
    : await ownership.credential(request, target, hint);
  const begun = isSession
    ? await payments.sessions.revoke.begin({ id: target })
    : await payments.credentials.revoke.begin({ id: target });
  // Only a browser that sends the lineage of the session signs out with it.
  const lineage = isSession ? await readLineage(relay, request, target) : undefined;
  const siblings =
    lineage && (await siblingsOf(relay, request, { id: target, accountId }, lineage));
  const response = await respondToBegin(relay, request, begun, {
    call: 'revokeComplete',
    accountId,
    lineage,
    view: () => null,
  });
  return { ...response, ...(siblings === undefined ? {} : { siblings }) };
};

/** Leg 2 of a revocation. */
export const revokeComplete: CallHandler<'revokeComplete'> = async (relay, request) => {
  const pending = await openPending(relay, request, 'revokeComplete');
  await completeLast(relay, request, pending);
  const family = pending.lineage?.family;
  // The session has ended, whether or not its family can be marked.
  if (family !== undefined) await relay.families.end(family).catch(() => undefined);
  return { result: null };
};
