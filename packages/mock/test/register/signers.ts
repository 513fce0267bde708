import { oidcToken } from '../lab/credentials.ts';
import type { Lab, Reply, SignedIn } from '../lab/lab.ts';
import { type Statement, unauthorized } from './statement.ts';

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Any point of the curve: the generator. */
const clientPublicKey =
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';

/** States that a request must be signed by a session of its own account, not of another customer. */
function signedBy(
  place: string,
  rule: string,
  request: (lab: Lab, signedIn: SignedIn) => Request,
): Statement {
  const send =
    (isOwn: boolean) =>
    async (lab: Lab): Promise<Reply> => {
      const own = await lab.signIn();
      const { sessionKey } = isOwn ? own : await lab.signIn();
      const { method, path, body } = request(lab, own);
      return lab.signed(method, path, body, sessionKey);
    };
  return {
    source: 'Specification 4, signed-retry pattern, 2',
    rule,
    accepted: send(true),
    refused: send(false),
    as: unauthorized,
    about: [place],
  };
}

/** Statements on whose session must sign. */
export const signerStatements: readonly Statement[] = [
  signedBy(
    'internalAccounts.update',
    'a change of an account must be signed by a session of that account',
    (_, { account }) => ({
      method: 'PATCH',
      path: `/internal-accounts/${account.id}`,
      body: { privateEnabled: true },
    }),
  ),
  signedBy(
    'internalAccounts.export',
    'an export of a wallet must be signed by a session of that account',
    (_, { account }) => ({
      method: 'POST',
      path: `/internal-accounts/${account.id}/export`,
      body: { clientPublicKey },
    }),
  ),
  signedBy(
    'sessions.refresh',
    'a refresh must be signed by the session itself',
    (_, { sessionId }) => ({
      method: 'POST',
      path: `/auth/sessions/${sessionId}/refresh`,
      body: { clientPublicKey },
    }),
  ),
  signedBy(
    'cards.update',
    "a change of a card must be signed by a session of the card's account",
    (lab, { account }) => ({
      method: 'PATCH',
      path: `/cards/${lab.mock.add.card({ fundingSources: [account.id] }).id}`,
      body: { state: 'FROZEN' },
    }),
  ),
  signedBy(
    'customers.update',
    "a change of a wallet's e-mail address must be signed by a session of one of the customer's wallets",
    (_, { customer }) => ({
      method: 'PATCH',
      path: `/customers/${customer.id}`,
      body: { email: `new-${customer.id.slice(-6)}@example.org` },
    }),
  ),
  signedBy(
    'credentials.create',
    'a further credential must be signed by a session of an existing one of the account',
    (lab, { account }) => ({
      method: 'POST',
      path: '/auth/credentials',
      body: { type: 'OAUTH', accountId: account.id, oidcToken: oidcToken(lab.mock) },
    }),
  ),
];
