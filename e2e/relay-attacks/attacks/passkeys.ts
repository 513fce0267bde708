import { generateClientKey } from '@org/payments-crypto';
import { createAuthenticator } from '@org/payments-mock/testing';
import type { CreationOptionsJSON, RelayAttestation } from '@org/payments-relay/protocol';
import { type Attack, attacks } from '../support/attack.ts';
import type { AttackedPlatform, Person } from '../support/attacked-platform.ts';
import { ORIGIN } from '../support/relay-server.ts';

const invalid = { status: 400, code: 'INVALID_INPUT' };
const rpId = 'app.example.com';

interface Registration {
  readonly options: CreationOptionsJSON;
  readonly ticket: string;
  readonly attestation: RelayAttestation;
}

type Misbehaviour = Parameters<ReturnType<typeof createAuthenticator>['register']>[1];

async function registration(person: Person, wrong: Misbehaviour = {}): Promise<Registration> {
  const { options, ticket } = await person.browser.call('passkeyOptions', { nickname: 'Phone' });
  const authenticator = createAuthenticator({ origin: ORIGIN, rpId, seed: person.email });
  return { options, ticket, attestation: await authenticator.register(options, wrong) };
}

/** The client data of the same ceremony in a page that another site frames. */
function framed<Ceremony extends { readonly clientDataJson: string }>(made: Ceremony): Ceremony {
  const data = JSON.parse(Buffer.from(made.clientDataJson, 'base64url').toString());
  const changed = { ...data, crossOrigin: true, topOrigin: 'https://evil.example' };
  return { ...made, clientDataJson: Buffer.from(JSON.stringify(changed)).toString('base64url') };
}

const misbehaving =
  (wrong: Misbehaviour): Attack['prepare'] =>
  async ({ ada }) => {
    const { ticket, attestation } = await registration(ada, wrong);
    return () => ada.browser.send('passkeyBegin', { ticket, nickname: 'Phone', attestation });
  };

/** A passkey of Ada's, registered correctly. */
async function addPasskey({ ada }: AttackedPlatform) {
  const session = await ada.signIn();
  const authenticator = createAuthenticator({ origin: ORIGIN, rpId });
  const nickname = 'Phone';
  const { options, ticket } = await ada.browser.call('passkeyOptions', { nickname });
  const attestation = await authenticator.register(options);
  const begun = await ada.browser.begin('passkeyBegin', { ticket, nickname, attestation });
  const stamp = await session.key.stamp(begun.payloadToSign);
  const { result } = await ada.browser.call('passkeyComplete', { ticket: begun.ticket, stamp });
  return { authenticator, credential: result, session };
}

/** A sign-in with that passkey, up to its last request. */
async function passkeySignIn(platform: AttackedPlatform) {
  const { authenticator, credential } = await addPasskey(platform);
  const { publicKey: clientPublicKey } = await generateClientKey();
  const { id } = credential;
  const challenge = await platform.ada.browser.call('challenge', { id, clientPublicKey });
  if (challenge.type !== 'PASSKEY') throw new Error('No challenge for a passkey.');
  const assertion = await authenticator.authenticate(challenge.options);
  return { id, request: { type: 'PASSKEY' as const, id, ticket: challenge.ticket, assertion } };
}

/** Ceremonies of another page, another challenge or another time. */
export const passkeys: readonly Attack[] = [
  ...attacks('a registration', invalid, {
    'of another challenge': misbehaving({ challenge: 'b3RoZXIgY2hhbGxlbmdl' }),
    'of another origin': misbehaving({ origin: 'https://evil.example' }),
    'of another relying party': misbehaving({ rpId: 'evil.example' }),
    'of another type': misbehaving({ type: 'webauthn.get' }),
    'in a frame of another site': async ({ ada }) => {
      const { ticket, attestation } = await registration(ada);
      const request = { ticket, nickname: 'Phone', attestation: framed(attestation) };
      return () => ada.browser.send('passkeyBegin', request);
    },
    'without a touch of the device': misbehaving({ noUserPresence: true }),
    'under another credential id': async ({ ada }) => {
      const { ticket, attestation } = await registration(ada);
      const request = {
        ticket,
        nickname: 'Phone',
        attestation: { ...attestation, credentialId: 'AAAA' },
      };
      return () => ada.browser.send('passkeyBegin', request);
    },
  }),
  ...attacks(
    'a registration',
    { status: 400, code: 'TICKET_INVALID' },
    {
      "with another user's ticket": async ({ ada, eve }) => {
        const { ticket, attestation } = await registration(ada);
        return () => eve.browser.send('passkeyBegin', { ticket, nickname: 'Phone', attestation });
      },
      'whose challenge was used before, at either relay': async ({ ada }) => {
        const { ticket, attestation } = await registration(ada);
        const request = { ticket, nickname: 'Phone', attestation };
        await ada.browser.begin('passkeyBegin', request);
        const send = () => ada.browser.send('passkeyBegin', request);
        return async () => [await send(), await send()];
      },
    },
  ),
  ...attacks(
    'a registration',
    { status: 400, code: 'TICKET_EXPIRED' },
    {
      'that came too late': async ({ ada, mock }) => {
        const { ticket, attestation } = await registration(ada);
        mock.clock.advance({ minutes: 5 });
        return () => ada.browser.send('passkeyBegin', { ticket, nickname: 'Phone', attestation });
      },
    },
  ),
  ...attacks(
    'an assertion',
    { status: 401, code: 'UNAUTHORIZED' },
    {
      'used before': async (platform) => {
        const { request } = await passkeySignIn(platform);
        await platform.ada.browser.call('verify', request);
        return () => platform.ada.browser.send('verify', request);
      },
      'with a changed signature': async (platform) => {
        const { request } = await passkeySignIn(platform);
        const { signature } = request.assertion;
        const assertion = { ...request.assertion, signature: `${signature.slice(0, -4)}AAAA` };
        return () => platform.ada.browser.send('verify', { ...request, assertion });
      },
    },
  ),
  ...attacks('an assertion', invalid, {
    'in a frame of another site': async (platform) => {
      const { request } = await passkeySignIn(platform);
      const assertion = framed(request.assertion);
      return () => platform.ada.browser.send('verify', { ...request, assertion });
    },
  }),
  ...attacks(
    'an assertion',
    { status: 400, code: 'TICKET_INVALID' },
    {
      'with a ticket of a registration': async (platform) => {
        const { request } = await passkeySignIn(platform);
        const { ticket } = await platform.ada.browser.call('passkeyOptions', { nickname: 'x' });
        return () => platform.ada.browser.send('verify', { ...request, ticket });
      },
    },
  ),
  ...attacks(
    'an assertion',
    { status: 403, code: 'FORBIDDEN' },
    {
      'sent by another user': async (platform) => {
        const { request } = await passkeySignIn(platform);
        return () => platform.eve.browser.send('verify', request);
      },
    },
  ),
];
