import type { CallOf, Plan, Result } from '../../engine/behaviour.ts';
import { type Activity, backendId } from '../../engine/payload-forms.ts';
import { invalidField, invalidInput, refuse } from '../../engine/refusal.ts';
import { customers } from '../customers/customers.ts';
import { accounts, requireHeldAccount } from '../internal-accounts/internal-accounts.ts';
import { revokeSession, sessions } from '../sessions/sessions.ts';
import {
  type CredentialRecord,
  credentials,
  oneTimeCodes,
  type PasskeyKey,
} from './credentials.ts';
import { requireOidcToken } from './oidc-token.ts';
import { sendCode } from './one-time-codes.ts';
import { verifyRegistration } from './webauthn/registration.ts';

type CreateCall = CallOf<'credentials.create'>;
type NewCredential = Pick<
  CredentialRecord,
  'type' | 'nickname' | 'identity' | 'credentialId' | 'passkey'
>;
type PasskeyInput = CreateCall['input'] & { readonly type: 'PASSKEY' };

function credentialsOf({ world, input }: CreateCall): CredentialRecord[] {
  return credentials.in(world).find('accountId', input.accountId);
}

function newEmailOtp(call: CreateCall): NewCredential {
  const account = accounts.require(call, call.input.accountId);
  if (credentialsOf(call).some(({ type }) => type === 'EMAIL_OTP')) {
    throw refuse(
      'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',
      'The account already has an EMAIL_OTP credential',
    );
  }
  const customer = customers.in(call.world).get(account.customerId ?? '');
  if (customer?.email === undefined) {
    throw invalidField('accountId', 'does not belong to a customer with an e-mail address');
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
    throw invalidField('oidcToken', 'names an identity that is already registered on the account');
  }
  return { type: 'OAUTH', nickname: email ?? identity.sub, identity };
}

/** The transports that the service accepts; browsers report others too, such as `smart-card`. */
const transportNames: readonly string[] = ['usb', 'nfc', 'ble', 'internal', 'hybrid'];

/** Checks how a passkey can be reached. @throws Refusal 400 */
function requireTransports(transports: readonly string[] = []): void {
  const unknown = transports.flatMap((name, index) =>
    transportNames.includes(name) ? [] : [index],
  );
  if (unknown.length === 0) return;
  const message = `is not one of ${transportNames.join(', ')}`;
  throw invalidInput(
    unknown.map((index) => ({ field: `attestation.transports.${index}`, message })),
  );
}

function newPasskey(call: CreateCall, { attestation, nickname }: PasskeyInput): NewCredential {
  const passkey = call.proved as PasskeyKey | undefined;
  const { credentialId } = attestation;
  requireTransports(attestation.transports);
  if (credentialsOf(call).some((other) => other.credentialId === credentialId)) {
    throw refuse(
      'PASSKEY_CREDENTIAL_ALREADY_EXISTS',
      'The passkey is already registered on the account',
    );
  }
  return {
    type: 'PASSKEY',
    nickname: nickname.trim(),
    credentialId,
    ...(passkey === undefined ? {} : { passkey }),
  };
}

/** Returns the credential to add, without writing it. @throws Refusal 400 or 401 */
function newCredential(call: CreateCall): NewCredential {
  const { input } = call;
  if (input.type === 'PASSKEY') return newPasskey(call, input);
  return input.type === 'OAUTH' ? newOauth(call, input.oidcToken) : newEmailOtp(call);
}

function creation({ world, input }: CreateCall): Activity {
  const userId = backendId(world, 'user', input.accountId);
  if (input.type === 'OAUTH') {
    const oauthProviders = [{ oidcToken: input.oidcToken, providerName: 'OIDC' }];
    return { type: 'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS', parameters: { oauthProviders, userId } };
  }
  if (input.type === 'PASSKEY') {
    const { attestation, challenge, nickname: authenticatorName } = input;
    const transports = attestation.transports?.map(
      (name) => `AUTHENTICATOR_TRANSPORT_${name.toUpperCase()}`,
    );
    const authenticator = {
      attestation: { ...attestation, ...(transports === undefined ? {} : { transports }) },
      authenticatorName,
      challenge,
    };
    const parameters = { authenticators: [authenticator], userId };
    return { type: 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', parameters };
  }
  const { customerId = '' } = accounts.in(world).get(input.accountId) ?? {};
  const userEmail = customers.in(world).get(customerId)?.email;
  return { type: 'ACTIVITY_TYPE_UPDATE_USER_EMAIL', parameters: { userEmail, userId } };
}

/** Checks that an account is a wallet, which alone has credentials (rule 115). @throws Refusal 400 */
function requireWallet({ type }: { readonly type: string }): void {
  if (type === 'EMBEDDED_WALLET') return;
  const message = `is an ${type} account; only an EMBEDDED_WALLET account has credentials`;
  throw invalidField('accountId', message);
}

/** Registers a further credential on a wallet (rules 29 to 37). */
export function createCredential(call: CreateCall): { apply(): Result } & Plan {
  const { world, input } = call;
  const account = requireHeldAccount(call, input.accountId);
  return {
    signers: { accountIds: [account.id] },
    challengeFields: { type: input.type },
    activity: creation(call),
    check() {
      requireWallet(account);
      newCredential(call);
    },
    prove: async () =>
      input.type === 'PASSKEY'
        ? verifyRegistration(input.attestation, input.challenge, world)
        : undefined,
    apply() {
      const fields = { accountId: account.id, ...newCredential(call) };
      const record = credentials.add(call, fields);
      if (record.type === 'EMAIL_OTP') sendCode(call, record);
      return { body: credentials.view(record, world) };
    },
  };
}

/** Removes a credential and ends its sessions (rule 54). */
export function revokeCredential(call: CallOf<'credentials.revoke'>): Plan {
  const { world, write, input } = call;
  const credential = credentials.require(call, input.id);
  const { id, accountId, type } = credential;
  return {
    signers: { accountIds: [accountId], exceptAuthMethodId: id },
    challengeFields: { type },
    activity: {
      type: 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS',
      parameters: {
        authenticatorIds: [backendId(world, 'authenticator', id)],
        userId: backendId(world, 'user', accountId),
      },
    },
    check() {
      if (credentials.in(world).find('accountId', accountId).length > 1) return;
      throw invalidField('id', 'is the last credential of its account');
    },
    apply() {
      for (const session of sessions.in(world).find('accountId', accountId)) {
        if (session.authMethodId === id) revokeSession(call, session.id);
      }
      write.delete(oneTimeCodes, id);
      credentials.remove(call, credential);
      return { body: undefined };
    },
  };
}
