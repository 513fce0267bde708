import { type CallHandler, iso } from '../relay-context.ts';
import { readLineage } from '../tickets/lineage.ts';
import { credentialView, sessionView } from '../views.ts';

/** The user's credentials and live sessions, as the service lists them now. */
export const account: CallHandler<'account'> = async (relay, request) => {
  const { families, ownership, settings } = relay;
  const accountId = await ownership.account(request, request.body.accountId);
  const [credentials, sessions] = await Promise.all([
    ownership.credentialsOf(request, accountId),
    ownership.sessionsOf(request, accountId),
  ]);
  const lineage = await readLineage(relay, request);
  const members =
    lineage?.family === undefined ? undefined : await families.sessions(lineage.family);
  const live = sessions.map(({ id }) => id);
  const family = members && live.filter((id) => members.includes(id));
  return {
    accountId,
    credentials: credentials.map(credentialView),
    sessions: sessions.map(sessionView),
    ...(family === undefined ? {} : { family }),
    issuedAt: iso(settings.now()),
  };
};
