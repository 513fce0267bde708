import type { OpenedSession } from '@org/payments-contract';
import {
  type Body,
  base64url,
  clientPublicKey,
  id,
  object,
  optionalAccountId,
  otp,
  text,
  ticketText,
} from '../fields.ts';
import { invalidInput, RelayRefusal } from '../refusal.ts';
import { requireFrame } from '../registration/client-data.ts';
import {
  bindingOf,
  type CallHandler,
  type RelayContext,
  type RelayRequest,
} from '../relay-context.ts';
import { newLineage, openedSession } from '../tickets/lineage.ts';
import type { AssertionContent } from './challenge.ts';

const MAX_PART = 16_384;
const MAX_TOKEN = 16_384;

function assertionOf(body: Body) {
  const given = object(body, 'assertion');
  const part = (name: string) => base64url(given, name, MAX_PART);
  return {
    credentialId: part('credentialId'),
    clientDataJson: part('clientDataJson'),
    authenticatorData: part('authenticatorData'),
    signature: part('signature'),
    ...(given.userHandle !== undefined &&
      given.userHandle !== null && { userHandle: part('userHandle') }),
  };
}

/** Reads the input of the kind of credential; nothing is sent before all of it is good. */
async function preparePasskey(
  { tickets, settings }: RelayContext,
  request: RelayRequest,
  credential: string,
) {
  const { body } = request;
  const assertion = assertionOf(body);
  requireFrame(assertion.clientDataJson, settings.topOrigins, 'assertion');
  const binding = bindingOf(request, 'verify');
  const content = await tickets.open<AssertionContent>(ticketText(body), binding);
  if (content.id !== credential) {
    throw new RelayRefusal(400, 'TICKET_INVALID', { message: 'A ticket of another credential.' });
  }
  const { requestId } = content;
  return { id: credential, requestId, type: 'PASSKEY', assertion } as const;
}

async function prepare(relay: RelayContext, request: RelayRequest, credential: string) {
  const { body } = request;
  if (body.type === 'PASSKEY') return preparePasskey(relay, request, credential);
  const shared = { id: credential, clientPublicKey: clientPublicKey(body) };
  if (body.type === 'OAUTH') {
    const oidcToken = text(body, 'oidcToken', MAX_TOKEN, /^[\w-]+(?:\.[\w-]*){2}$/);
    return { ...shared, type: 'OAUTH', oidcToken } as const;
  }
  return { ...shared, type: 'EMAIL_OTP', otp: otp(body) } as const;
}

/** Ends a sign-in: opens a session for the credential. */
export const verify: CallHandler<'verify'> = async (relay, request) => {
  const { ownership, limits, payments, settings } = relay;
  const { user, body, address } = request;
  const hint = optionalAccountId(body);
  const credential = await ownership.credential(request, id(body, 'AuthMethod'), hint);
  if (credential.type !== body.type) {
    throw invalidInput('type: the credential is of another type');
  }
  const input = await prepare(relay, request, credential.id);
  await limits.countAll([
    ['verifications', credential.id],
    ['verificationsPerUser', user.id],
    ['verificationsPerAddress', address],
  ]);
  const session: OpenedSession = await payments.credentials.verify(input);
  ownership.forget(credential.accountId);
  return openedSession(relay, request, session, newLineage(settings.now()));
};
