import { generateClientKey } from '@org/payments-crypto';
import {
  createAuthenticator,
  type Misbehaviour,
  type TokenClaims,
} from '../../src/testing/index.ts';
import { identity, oidcToken, passkeyScene, registration } from '../lab/credentials.ts';
import type { Lab, Reply } from '../lab/lab.ts';
import { invalid, type Statement, unauthorized } from './statement.ts';

const credentials = '/auth/credentials';
const oauth = 'Specification 5, sandbox behaviour, OAuth token';
const passkey = 'Specification 5, sandbox behaviour, Passkey';

/** Registers an identity whose token has some claims, or is another string. */
async function registered(lab: Lab, claims: TokenClaims, text?: string): Promise<Reply> {
  const { account, sessionKey } = await lab.signIn();
  const token = text ?? oidcToken(lab.mock, { ...identity, ...claims });
  const body = { type: 'OAUTH', accountId: account.id, oidcToken: token };
  const first = await lab.send('POST', credentials, body);
  return first.status === 202 ? lab.signed('POST', credentials, body, sessionKey) : first;
}

async function nonceOf(clientPublicKey: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(clientPublicKey));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Registers an identity and signs in with a token whose claims differ. */
async function signedIn(lab: Lab, claims: TokenClaims = {}): Promise<Reply> {
  const { body } = await registered(lab, {});
  const { publicKey: clientPublicKey } = await generateClientKey();
  const nonce = await nonceOf(clientPublicKey);
  const token = oidcToken(lab.mock, { ...identity, nonce, ...claims });
  const request = { type: 'OAUTH', oidcToken: token, clientPublicKey };
  return lab.send('POST', `${credentials}/${body.id}/verify`, request);
}

const ago = (seconds: number) => (lab: Lab) =>
  Math.floor(Number(lab.mock.clock.now()) / 1000) - seconds;

function claim(rule: string, wrong: (lab: Lab) => TokenClaims): Statement {
  return {
    source: oauth,
    rule,
    accepted: (lab) => signedIn(lab),
    refused: (lab) => signedIn(lab, wrong(lab)),
    as: unauthorized,
  };
}

async function assertion(lab: Lab, misbehaviour: Misbehaviour = {}): Promise<Reply> {
  const scene = await passkeyScene(lab);
  return scene.verify(await scene.challenge(), misbehaviour);
}

function ceremony(rule: string, misbehaviour: Misbehaviour): Statement {
  return {
    source: passkey,
    rule,
    accepted: (lab) => assertion(lab),
    refused: (lab) => assertion(lab, misbehaviour),
    as: unauthorized,
  };
}

/** Sends the first leg of a registration of a passkey. */
async function registering(lab: Lab, more: object): Promise<Reply> {
  const { account } = await lab.signIn();
  const body = await registration(createAuthenticator(), account.id);
  return lab.send('POST', credentials, { ...body, ...more });
}

async function transported(lab: Lab, transports: readonly string[]): Promise<Reply> {
  const { account } = await lab.signIn();
  const { attestation, ...body } = await registration(createAuthenticator(), account.id);
  return lab.send('POST', credentials, { ...body, attestation: { ...attestation, transports } });
}

/** Statements on OIDC identities and passkeys. */
export const credentialStatements: readonly Statement[] = [
  {
    source: `${oauth}; 8, OIDC token age`,
    rule: 'a token must be at most 60 seconds old, and 5 more in the sandbox',
    accepted: (lab) => signedIn(lab, { iat: ago(65)(lab) }),
    refused: (lab) => signedIn(lab, { iat: ago(66)(lab) }),
    as: unauthorized,
    about: ['credentials.create oidcToken'],
  },
  {
    source: `${oauth}; 8, OIDC token age`,
    rule: 'a token that is registered must be at most 60 seconds old, and 5 more in the sandbox',
    accepted: (lab) => registered(lab, { iat: ago(65)(lab) }),
    refused: (lab) => registered(lab, { iat: ago(66)(lab) }),
    as: unauthorized,
    about: ['credentials.create oidcToken'],
  },
  claim('a token must not have expired', (lab) => ({ exp: ago(0)(lab) })),
  claim('a token must have the issuer of the identity', () => ({ iss: 'accounts.google.com' })),
  claim('a token must have the audience of the identity', () => ({ aud: 'other' })),
  claim('a token must have the subject of the identity', () => ({ sub: 'user-2' })),
  claim('a token must be made for the client key', () => ({ nonce: '00' })),
  {
    source: oauth,
    rule: 'the issuer of a token must be supported',
    accepted: (lab) => registered(lab, { iss: 'https://appleid.apple.com' }),
    refused: (lab) => registered(lab, { iss: 'https://issuer.example.com' }),
    as: unauthorized,
  },
  {
    source: oauth,
    rule: 'the audience of a token is a string or a list of one',
    accepted: (lab) => registered(lab, { aud: ['one'] }),
    refused: (lab) => registered(lab, { aud: ['one', 'two'] }),
    as: unauthorized,
  },
  {
    source: `${oauth}; Failures`,
    rule: 'a token must have three parts',
    accepted: (lab) => registered(lab, {}),
    refused: (lab) => registered(lab, {}, 'sandbox-valid-oidc-token'),
    as: invalid('oidcToken'),
  },
  ceremony('an assertion must be signed with the key of the passkey', { damagedSignature: true }),
  ceremony('an assertion must answer the challenge', { challenge: 'b3RoZXI' }),
  ceremony('an assertion must be made for an allowed origin', { origin: 'https://evil.example' }),
  ceremony('an assertion must be made for the relying party', { rpId: 'evil.example' }),
  ceremony('an assertion must prove the presence of a person', { noUserPresence: true }),
  {
    ...ceremony('the counter of an authenticator must increase', {}),
    async refused(lab) {
      const scene = await passkeyScene(lab);
      await scene.verify(await scene.challenge(), { counter: 7 });
      return scene.verify(await scene.challenge(), { counter: 7 });
    },
  },
  {
    source: 'Specification 4, POST /auth/credentials/{id}/verify, Request-Id',
    rule: 'the request id is required for a passkey',
    accepted: (lab) => assertion(lab),
    async refused(lab) {
      const scene = await passkeyScene(lab);
      const { challenge } = await scene.challenge();
      return scene.sendAssertion(await scene.authenticator.authenticate({ challenge }));
    },
    as: unauthorized,
    about: ['credentials.verify requestId'],
  },
  {
    source: 'Specification 4, POST /auth/credentials/{id}/challenge, PASSKEY',
    rule: 'a client key is required for the challenge of a passkey',
    async accepted(lab) {
      const { passkey, clientPublicKey } = await passkeyScene(lab);
      return lab.send('POST', `${credentials}/${passkey.id}/challenge`, { clientPublicKey });
    },
    async refused(lab) {
      const { passkey } = await passkeyScene(lab);
      return lab.send('POST', `${credentials}/${passkey.id}/challenge`, {});
    },
    as: invalid('clientPublicKey'),
    about: ['credentials.challenge clientPublicKey'],
  },
  {
    source: 'Specification 5, session issuance, 2',
    rule: 'an OIDC identity has no challenge',
    async accepted(lab) {
      const { credential } = lab.mock.add.wallet();
      return lab.send('POST', `${credentials}/${credential.id}/challenge`);
    },
    async refused(lab) {
      const { body } = await registered(lab, {});
      return lab.send('POST', `${credentials}/${body.id}/challenge`);
    },
    as: [400, 'INVALID_INPUT'],
  },
  {
    source: 'Reference, credentials.create, nickname',
    rule: "the name of a passkey has 1 to 100 letters, digits, spaces and . _ - ' ( )",
    accepted: (lab) => registering(lab, { nickname: `Ada's ${'x'.repeat(94)}` }),
    refused: (lab) => registering(lab, { nickname: 'x'.repeat(101) }),
    as: invalid('nickname'),
  },
  {
    source: 'Specification 8, credentials per account, PASSKEY',
    rule: 'a passkey is registered once',
    accepted: (lab) => registering(lab, {}),
    async refused(lab) {
      const { account, sessionKey } = await lab.signIn();
      const body = await registration(createAuthenticator(), account.id);
      await lab.signed('POST', credentials, body, sessionKey);
      return lab.send('POST', credentials, body);
    },
    as: [400, 'PASSKEY_CREDENTIAL_ALREADY_EXISTS'],
  },
  {
    source: 'Reference, credentials.create, attestation.transports',
    rule: 'a transport of a passkey must be usb, nfc, ble, internal or hybrid',
    accepted: (lab) => transported(lab, ['usb', 'nfc', 'ble', 'internal', 'hybrid']),
    refused: (lab) => transported(lab, ['internal', 'smart-card']),
    as: invalid('attestation.transports.1'),
  },
];
