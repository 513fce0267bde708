import { totpCode } from '../../src/areas/strong-authentication/factors.ts';
import type { Lab, Reply } from '../lab/lab.ts';
import { invalid, type Refusal, type Statement } from './statement.ts';

const code = '123456';
const endUserIpAddress = '203.0.113.7';

/** A customer who must authenticate strongly, and one who need not. */
const phones = { DE: '+4915112345678', US: '+14155550123' };

function customer(lab: Lab, region: keyof typeof phones) {
  const { id } = lab.mock.add.customer({ region, phoneNumber: phones[region] });
  const send = (method: string, path: string, body?: object) =>
    lab.send(method, `/sca/${path}?customerId=${id}`, body);
  return { id, send };
}

async function logIn({ send }: ReturnType<typeof customer>): Promise<void> {
  const factor = 'SMS_OTP';
  const { challengeId } = (await send('POST', 'login/start', { factor })).body;
  await send('POST', 'login/complete', { factor, endUserIpAddress, challengeId, code });
}

/** Sends a request about factors, after a login or without one. */
const whenLoggedIn =
  (isLoggedIn: boolean, request: (send: ReturnType<typeof customer>['send']) => Promise<Reply>) =>
  async (lab: Lab): Promise<Reply> => {
    const own = customer(lab, 'DE');
    await logIn(own);
    if (isLoggedIn) return request(own.send);
    return request(own.send).then(() => {
      lab.mock.clock.advance({ minutes: 16 });
      return request(own.send);
    });
  };

const enroll = (send: ReturnType<typeof customer>['send']) =>
  send('POST', 'factors', { type: 'PASSKEY' });

async function removed(lab: Lab, isLoggedIn: boolean): Promise<Reply> {
  const own = customer(lab, 'DE');
  await logIn(own);
  const { body } = await own.send('POST', 'factors', { type: 'TOTP' });
  const { secret } = body;
  const now = totpCode(String(secret), lab.mock.clock.now());
  await own.send('POST', 'factors/confirm', { type: 'TOTP', secret, code: now });
  const { factors } = (await own.send('GET', 'factors')).body as {
    factors: { factor: string; credentialId?: string }[];
  };
  const app = factors.find(({ factor }) => factor === 'TOTP');
  if (!isLoggedIn) lab.mock.clock.advance({ minutes: 16 });
  return own.send('DELETE', `factors/${app?.credentialId}`);
}

async function delegated(lab: Lab, isOfCard: boolean): Promise<Reply> {
  const { account } = await lab.signIn();
  const card = lab.mock.add.card({ fundingSources: [account.id] });
  const internalAccountId = isOfCard ? account.id : lab.mock.add.wallet().account.id;
  const body = { cardId: card.id, internalAccountId, nickname: 'Groceries' };
  return lab.send('POST', '/auth/delegated-keys', body);
}

const trusted = (lab: Lab, region: keyof typeof phones) => {
  const { id } = lab.mock.add.externalAccount({ customerId: customer(lab, region).id });
  return lab.send('POST', `/customers/external-accounts/${id}/trust`);
};

const MAX_BYTES = 10 * 1024 * 1024;

async function imported(lab: Lab, bytes: number): Promise<Reply> {
  const head = 'platformCustomerId,customerType,fullName\nada,INDIVIDUAL,';
  const disposition = 'Content-Disposition: form-data; name="file"; filename="customers.csv"';
  const content = `${head}${'x'.repeat(bytes - head.length)}`;
  const body = `--edge\r\n${disposition}\r\nContent-Type: text/csv\r\n\r\n${content}\r\n--edge--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
  return lab.send('POST', '/customers/bulk/csv', body, headers);
}

const source = 'Reference, strong customer authentication';
const notRequired: Refusal = [409, 'CONFLICT'];
const noSession: Refusal = [409, 'SCA_SESSION_REQUIRED'];

/** Statements on strong authentication, keys for cards, and imports of customers. */
export const authenticationStatements: readonly Statement[] = [
  {
    source,
    rule: 'only a customer who must authenticate strongly has factors',
    accepted: (lab) => customer(lab, 'DE').send('GET', 'factors'),
    refused: (lab) => customer(lab, 'US').send('GET', 'factors'),
    as: notRequired,
    about: ['scaFactors.list'],
  },
  {
    source,
    rule: 'a customer must be logged in to add a factor',
    accepted: whenLoggedIn(true, enroll),
    refused: whenLoggedIn(false, enroll),
    as: noSession,
    about: ['scaFactors.startEnrollment'],
  },
  {
    source,
    rule: 'a customer must be logged in to remove a factor',
    accepted: (lab) => removed(lab, true),
    refused: (lab) => removed(lab, false),
    as: noSession,
    about: ['scaFactors.delete'],
  },
  {
    source,
    rule: 'a login must use a factor that the customer has',
    accepted: (lab) => customer(lab, 'DE').send('POST', 'login/start', { factor: 'SMS_OTP' }),
    refused: (lab) => customer(lab, 'DE').send('POST', 'login/start', { factor: 'TOTP' }),
    as: invalid('factor'),
    about: ['scaLogin.start'],
  },
  {
    source,
    rule: 'only an account of a customer who must authenticate strongly is trusted',
    accepted: (lab) => trusted(lab, 'DE'),
    refused: (lab) => trusted(lab, 'US'),
    as: notRequired,
    about: ['externalAccounts.startTrust'],
  },
  {
    source: 'Reference, delegatedKeys.create, internalAccountId',
    rule: "a delegated key must be for one of the card's funding sources",
    accepted: (lab) => delegated(lab, true),
    refused: (lab) => delegated(lab, false),
    as: invalid('internalAccountId'),
    about: ['delegatedKeys.create internalAccountId'],
  },
  {
    source: 'Reference, customerImports.upload, file',
    rule: 'a file of customers must be at most 10 MB',
    accepted: (lab) => imported(lab, MAX_BYTES),
    refused: (lab) => imported(lab, MAX_BYTES + 1),
    as: invalid('file'),
    about: ['customerImports.upload file'],
  },
];
