import { iso } from '../clock.ts';
import { type Answer, type CallOf, plain, signed } from '../engine/behaviour.ts';
import { invalidInput, refuse } from '../engine/refusal.ts';
import { type CredentialRecord, credentialView, type PasskeyKey } from '../store/records.ts';
import { verifyRegistration } from '../webauthn/registration.ts';
import { sendCode } from './email-otp.ts';
import { requireOidcToken } from './oidc-token.ts';
import { freshId, requireRecord } from './shared.ts';

type CreateCall = CallOf<'credentials.create'>;
type NewCredential = Pick<
  CredentialRecord,
  'type' | 'nickname' | 'identity' | 'credentialId' | 'passkey'
>;
type PasskeyInput = CreateCall['input'] & { readonly type: 'PASSKEY' };

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

function newPasskey(
  call: CreateCall,
  { attestation, nickname }: PasskeyInput,
  passkey: PasskeyKey | undefined,
): NewCredential {
  const { credentialId } = attestation;
  if (credentialsOf(call).some((other) => other.credentialId === credentialId)) {
    throw refuse(
      'PASSKEY_CREDENTIAL_ALREADY_EXISTS',
      'The passkey is registered on the account already',
    );
  }
  return {
    type: 'PASSKEY',
    nickname: nickname.trim(),
    credentialId,
    ...(passkey === undefined ? {} : { passkey }),
  };
}

/** The credential to be, without a write. @throws Refusal 400 or 401 */
function newCredential(call: CreateCall, passkey: PasskeyKey | undefined): NewCredential {
  const { input } = call;
  if (input.type === 'PASSKEY') return newPasskey(call, input, passkey);
  return input.type === 'OAUTH' ? newOauth(call, input.oidcToken) : newEmailOtp(call);
}

/** A further credential on a wallet (rules 29 to 37). */
export const createCredential = signed<'credentials.create'>({
  plan(call) {
    const { world, write, input } = call;
    const account = requireRecord(call, 'accounts', input.accountId);
    let passkey: PasskeyKey | undefined;
    return {
      signers: { accountIds: [account.id] },
      challengeFields: { type: input.type },
      async check() {
        newCredential(call, undefined);
        if (input.type !== 'PASSKEY') return;
        passkey = await verifyRegistration(input.attestation, input.challenge, world);
      },
      apply(): Answer {
        const now = iso(world.clock.now());
        const record = write.insert('credentials', {
          id: freshId(world, 'AuthMethod'),
          accountId: account.id,
          ...newCredential(call, passkey),
          createdAt: now,
          updatedAt: now,
        });
        if (record.type === 'EMAIL_OTP') sendCode(call, record);
        return { body: credentialView(record) };
      },
    };
  },
});

/** All credentials of an account. */
export const listCredentials = plain<'credentials.list'>({
  answer({ world, input }) {
    const credentials = world.store.tables.credentials.find('accountId', input.accountId);
    return { body: { data: credentials.map(credentialView) } };
  },
});

/** The end of a credential and of its sessions (rule 54). */
export const revokeCredential = signed<'credentials.revoke'>({
  plan(call) {
    const { world, write, input } = call;
    const { credentials, sessions } = world.store.tables;
    const { id, accountId, type } = requireRecord(call, 'credentials', input.id);
    return {
      signers: { accountIds: [accountId], exceptAuthMethodId: id },
      challengeFields: { type },
      check() {
        if (credentials.find('accountId', accountId).length > 1) return;
        throw invalidInput([{ field: 'id', message: 'is the last credential of its account' }]);
      },
      apply() {
        const now = iso(world.clock.now());
        for (const session of sessions.find('accountId', accountId)) {
          if (session.authMethodId !== id || session.revokedAt !== undefined) continue;
          write.update('sessions', session, { revokedAt: now, updatedAt: now });
        }
        write.delete('oneTimeCodes', id);
        write.delete('credentials', id);
        return { body: undefined };
      },
    };
  },
});
