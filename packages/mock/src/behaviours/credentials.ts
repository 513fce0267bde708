import { iso } from '../clock.ts';
import { type Answer, type CallOf, plain, signed } from '../engine/behaviour.ts';
import { invalidInput, refuse } from '../engine/refusal.ts';
import type { CredentialRecord } from '../store/records.ts';
import { credentialView } from '../store/records.ts';
import { requireCode, sendCode } from './email-otp.ts';
import { requireIdentity, requireOidcToken } from './oidc-token.ts';
import { openSession } from './open-session.ts';
import { freshId, requireClientKey, requireRecord } from './shared.ts';

type CreateCall = CallOf<'credentials.create'>;
type NewCredential = Pick<CredentialRecord, 'type' | 'nickname' | 'identity' | 'credentialId'>;

function passkeysAreMissing(): never {
  throw refuse('NOT_IMPLEMENTED', 'Passkeys are not supported by this version of the mock');
}

function credentialsOf({ world, input }: CreateCall): CredentialRecord[] {
  return world.store.tables.credentials.find('accountId', input.accountId);
}

function newEmailOtp(call: CreateCall): NewCredential {
  const account = requireRecord(call, 'accounts', call.input.accountId);
  if (credentialsOf(call).some(({ type }) => type === 'EMAIL_OTP')) {
    throw refuse(
      'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',
      'The account has an EMAIL_OTP credential already',
    );
  }
  const customer = call.world.store.tables.customers.get(account.customerId ?? '');
  if (customer?.email === undefined) {
    throw invalidInput([{ field: 'accountId', message: 'belongs to no customer with an e-mail' }]);
  }
  return { type: 'EMAIL_OTP', nickname: customer.email };
}

function newOauth(call: CreateCall, oidcToken: string): NewCredential {
  const { identity, email } = requireOidcToken(oidcToken, call.world);
  const isTaken = credentialsOf(call).some(
    ({ identity: other }) =>
      other?.iss === identity.iss && other.aud === identity.aud && other.sub === identity.sub,
  );
  if (isTaken) {
    const message = 'names an identity that is registered on the account already';
    throw invalidInput([{ field: 'oidcToken', message }]);
  }
  return { type: 'OAUTH', nickname: email ?? identity.sub, identity };
}

function newCredential(call: CreateCall): NewCredential {
  const { input } = call;
  if (input.type === 'PASSKEY') return passkeysAreMissing();
  return input.type === 'OAUTH' ? newOauth(call, input.oidcToken) : newEmailOtp(call);
}

/** A further credential on a wallet (rules 29 to 37). */
export const createCredential = signed<'credentials.create'>({
  plan(call) {
    const { world, write, input } = call;
    const account = requireRecord(call, 'accounts', input.accountId);
    return {
      signers: { accountIds: [account.id] },
      challengeFields: { type: input.type },
      check() {
        newCredential(call);
      },
      apply(): Answer {
        const now = iso(world.clock.now());
        const record = write.insert('credentials', {
          id: freshId(world, 'AuthMethod'),
          accountId: account.id,
          ...newCredential(call),
          createdAt: now,
          updatedAt: now,
        });
        if (record.type === 'EMAIL_OTP') sendCode(call, record);
        return { body: credentialView(record) };
      },
    };
  },
});

/** The first step of a sign-in (rules 38 to 40). */
export const challengeCredential = plain<'credentials.challenge'>({
  answer(call) {
    const credential = requireRecord(call, 'credentials', call.input.id);
    if (credential.type === 'PASSKEY') return passkeysAreMissing();
    if (credential.type !== 'OAUTH') return sendCode(call, credential);
    if (call.world.settings.choices.oauthChallenge === 'credential') {
      return { body: credentialView(credential) };
    }
    const message = 'names an OAUTH credential, which has no challenge: verify with a fresh token';
    throw invalidInput([{ field: 'id', message }]);
  },
});

/** The second step of a sign-in, which opens a session (rules 40 to 50). */
export const verifyCredential = plain<'credentials.verify'>({
  dropsUnknownFields: true,
  answer(call) {
    const { world, input } = call;
    const credential = requireRecord(call, 'credentials', input.id);
    if (credential.type !== input.type) {
      const message = `is ${input.type}; the credential is ${credential.type}`;
      throw invalidInput([{ field: 'type', message }]);
    }
    if (input.type === 'PASSKEY') return passkeysAreMissing();
    const clientPublicKey = requireClientKey(call, input.clientPublicKey);
    if (input.type === 'EMAIL_OTP') requireCode(call, credential.id, input.otp);
    else {
      const claims = requireOidcToken(input.oidcToken, world);
      requireIdentity(claims, credential.identity, clientPublicKey);
    }
    return openSession(call, credential, clientPublicKey);
  },
});
