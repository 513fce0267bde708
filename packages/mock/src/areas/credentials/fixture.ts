import { AuthMethod, InternalAccount } from '@org/payments-contract';
import { FixtureError, fixture, neededFixture } from '../../engine/resource/fixture.ts';
import type { Scene } from '../../world.ts';
import { addCustomer, customers } from '../customers/customers.ts';
import {
  type AccountFields,
  accountShortFields,
  accounts,
  addAccount,
} from '../internal-accounts/internal-accounts.ts';
import { credentials, type OidcIdentity, type PasskeyKey } from './credentials.ts';

/** Fields of a credential to set; `identity` for OAUTH, `credentialId` and `passkey` for PASSKEY. */
export interface CredentialFields extends Partial<AuthMethod> {
  /** The wallet it belongs to. */
  readonly accountId: `InternalAccount:${string}`;
  /** The OIDC identity a sign-in must match. */
  readonly identity?: OidcIdentity;
  /** The key that must sign an assertion. */
  readonly passkey?: PasskeyKey;
}

/** Checks that an account has one credential for each kind of one-time code (rule 31). @throws FixtureError */
function requireOnlyOne({ world }: Scene, accountId: string, type: string): void {
  if (type !== 'EMAIL_OTP' && type !== 'SMS_OTP') return;
  const others = credentials.in(world).find('accountId', accountId);
  if (!others.some((other) => other.type === type)) return;
  throw new FixtureError(`${type}_CREDENTIAL_ALREADY_EXISTS: ${accountId} already has one.`);
}

function addCredential(scene: Scene, fields: CredentialFields): AuthMethod {
  const { world } = scene;
  const account = accounts.require(scene, fields.accountId);
  const customer = customers.in(world).get(account.customerId ?? '');
  const { type = 'EMAIL_OTP' } = fields;
  requireOnlyOne(scene, account.id, type);
  const contact = type === 'SMS_OTP' ? customer?.phoneNumber : customer?.email;
  const record = credentials.add(scene, { nickname: contact ?? '', ...fields, type });
  return credentials.view(record, world);
}

export const credentialFixture = neededFixture({
  schema: AuthMethod,
  short: { identity: 'object', passkey: 'object' },
  needs: ['accountId'],
  add: addCredential,
});

/** An embedded wallet and the e-mail credential it was provisioned with. */
export interface Wallet {
  /** The account that holds the money, of a customer. */
  readonly account: InternalAccount & { readonly customerId: `Customer:${string}` };
  /** The e-mail credential that opens it. */
  readonly credential: AuthMethod;
}

export function addWallet(scene: Scene, fields: AccountFields = {}): Wallet {
  const given = fields.customerId ?? addCustomer(scene).id;
  const customerId = customers.require(scene, given).id as `Customer:${string}`;
  const account = addAccount(scene, { ...fields, customerId, type: 'EMBEDDED_WALLET' });
  return {
    account: { ...account, customerId },
    credential: addCredential(scene, { accountId: account.id }),
  };
}

export const walletFixture = fixture({
  schema: InternalAccount,
  short: accountShortFields,
  add: addWallet,
});
