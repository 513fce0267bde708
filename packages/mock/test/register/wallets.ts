import { generateClientKey } from '@org/payments-crypto';
import type { Lab } from '../lab/lab.ts';
import { invalid, type Statement, secondLeg, unauthorized } from './statement.ts';

async function verified(lab: Lab, otp: string, isChallenged = true) {
  const { credential } = lab.mock.add.wallet();
  const path = `/auth/credentials/${credential.id}`;
  if (isChallenged) await lab.send('POST', `${path}/challenge`);
  const { publicKey: clientPublicKey } = await generateClientKey();
  return lab.send('POST', `${path}/verify`, { type: 'EMAIL_OTP', otp, clientPublicKey });
}

async function refreshed(lab: Lab, clientPublicKey: string) {
  const { sessionId } = await lab.signIn();
  return lab.send('POST', `/auth/sessions/${sessionId}/refresh`, { clientPublicKey });
}

const retry = 'Specification 4, signed-retry pattern';
const accepted = (lab: Lab) => secondLeg(lab);

/** Statements on wallets, their credentials and sessions, and the signed retry. */
export const walletStatements: readonly Statement[] = [
  {
    source: 'Specification 2, InternalAccountUpdateRequest',
    rule: 'an update of an account must have at least one field',
    accepted,
    refused: (lab) =>
      lab.send('PATCH', `/internal-accounts/${lab.mock.add.wallet().account.id}`, {}),
    as: [400, 'INVALID_INPUT'],
  },
  {
    source: 'Specification 2, InternalAccount, privateEnabled',
    rule: 'only an embedded wallet has privacy',
    accepted,
    refused: (lab) =>
      lab.send('PATCH', `/internal-accounts/${lab.mock.add.internalAccount().id}`, {
        privateEnabled: true,
      }),
    as: invalid('privateEnabled'),
  },
  {
    source: `${retry}, 3`,
    rule: 'the two headers of the retry must be sent together',
    accepted,
    refused: (lab) => secondLeg(lab, { only: 'request-id' }),
    as: unauthorized,
  },
  {
    source: `${retry}, 3`,
    rule: 'the retry must have the same body',
    accepted,
    refused: (lab) => secondLeg(lab, { body: { privateEnabled: false } }),
    as: unauthorized,
  },
  {
    source: 'Specification 2, SignedRequestChallenge, expiresAt',
    rule: 'the retry must arrive before the challenge expires',
    accepted,
    refused: (lab) => secondLeg(lab, { before: ({ mock }) => mock.clock.advance({ minutes: 5 }) }),
    as: unauthorized,
  },
  {
    source: 'Specification 3, signed-retry challenge lifecycle',
    rule: 'the request id must be that of a pending challenge',
    accepted,
    refused: (lab) => secondLeg(lab, { requestId: 'Request:00000000-0000-4000-8000-000000000000' }),
    as: unauthorized,
  },
  {
    source: 'Specification 5, sandbox behaviour, Email OTP',
    rule: 'only the fixed code signs in',
    accepted: (lab) => verified(lab, '000000'),
    refused: (lab) => verified(lab, '123456'),
    as: unauthorized,
  },
  {
    source: 'Specification 5, session issuance, 1 and 5',
    rule: 'a code by e-mail must be asked for before it is verified',
    accepted: (lab) => verified(lab, '000000'),
    refused: (lab) => verified(lab, '000000', false),
    as: unauthorized,
  },
  {
    source: 'Specification 4, clientPublicKey',
    rule: 'a client key must be an uncompressed point',
    accepted: async (lab) => refreshed(lab, (await generateClientKey()).publicKey),
    refused: (lab) => refreshed(lab, `02${'ab'.repeat(32)}`),
    as: invalid('clientPublicKey'),
  },
  {
    source: 'Specification 8, credentials per account',
    rule: 'an account has at most one credential for codes by e-mail',
    async accepted(lab) {
      const { account } = await lab.signIn();
      return lab.send('GET', `/auth/credentials?accountId=${account.id}`);
    },
    async refused(lab) {
      const { account } = await lab.signIn();
      return lab.send('POST', '/auth/credentials', { type: 'EMAIL_OTP', accountId: account.id });
    },
    as: [400, 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS'],
    about: ['credentials.create type'],
  },
  {
    source: 'Reference, authCredentials.revoke',
    rule: 'the last credential of a wallet must stay',
    async accepted(lab) {
      const { account, credential } = await lab.signIn();
      lab.mock.add.credential({ accountId: account.id, type: 'PASSKEY' });
      return lab.send('DELETE', `/auth/credentials/${credential.id}`);
    },
    async refused(lab) {
      const { credential } = await lab.signIn();
      return lab.send('DELETE', `/auth/credentials/${credential.id}`);
    },
    as: [400, 'INVALID_INPUT'],
    about: ['credentials.revoke'],
  },
  {
    source: 'Reference, authSessions.list, accountId',
    rule: 'a list of sessions must name its account',
    accepted: (lab) =>
      lab.send('GET', `/auth/sessions?accountId=${lab.mock.add.wallet().account.id}`),
    refused: (lab) => lab.send('GET', '/auth/sessions'),
    as: invalid('accountId'),
  },
];
