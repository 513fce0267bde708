import type { RelayCredential } from '@org/payments-relay/protocol';
import type { SessionInfo } from '../session/state.ts';
import type { WalletSession } from '../wallet.ts';

/** The account of a fake wallet; what is left out is an example. */
export interface FakeAccount {
  readonly accountId?: string;
  readonly credentials?: readonly RelayCredential[];
  /** Live sessions of other devices. */
  readonly otherSessions?: readonly WalletSession[];
}

const ACCOUNT = 'InternalAccount:00000000-0000-4000-8000-000000000001';
const CREATED = '2026-01-05T09:00:00.000Z';

/** Ids in the form of the service's, the same in each run. */
function fakeId(prefix: string, number: number): string {
  return `${prefix}:00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

function credential(number: number, type: string, nickname: string): RelayCredential {
  const id = fakeId('AuthMethod', number);
  const times = { createdAt: CREATED, updatedAt: CREATED };
  const passkey = type === 'PASSKEY' ? { credentialId: `passkey-${number}` } : {};
  return { id, accountId: ACCOUNT, type, nickname, ...passkey, ...times };
}

/** One credential of each type: an e-mail address, an identity provider and a passkey. */
export const exampleCredentials: readonly RelayCredential[] = [
  credential(1, 'EMAIL_OTP', 'a•••@example.com'),
  credential(2, 'OAUTH', 'ada@example.com'),
  credential(3, 'PASSKEY', 'Laptop'),
];

/** A new passkey of the account. */
export function newPasskey(number: number, nickname: string, accountId: string): RelayCredential {
  return { ...credential(number, 'PASSKEY', nickname), accountId };
}

/** A session that was opened with a credential. */
export function newSession(
  number: number,
  { accountId, type, nickname }: Pick<RelayCredential, 'accountId' | 'type' | 'nickname'>,
  now: number,
  life: number,
): SessionInfo {
  return Object.freeze({
    id: fakeId('Session', number),
    accountId,
    type,
    nickname,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + life).toISOString(),
  });
}

/** The account, with the examples for what was left out. */
export function completeAccount(account: FakeAccount = {}): Required<FakeAccount> {
  const { accountId = ACCOUNT, credentials, otherSessions = [] } = account;
  const examples = exampleCredentials.map((one) => ({ ...one, accountId }));
  return { accountId, credentials: credentials ?? examples, otherSessions };
}
