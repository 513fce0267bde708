import { type CallHandler, iso } from '../relay-context.ts';
import { credentialView, sessionView } from '../views.ts';

/** The user's credentials and live sessions, as the service lists them now. */
export const account: CallHandler<'account'> = async ({ ownership, settings }, request) => {
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
  };
};
