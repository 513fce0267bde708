import { redact } from '@org/payments-contract';
import type { CardRecord } from './areas/cards/cards.ts';
import type { CredentialRecord } from './areas/credentials/credentials.ts';
import type { SessionRecord } from './areas/sessions/sessions.ts';
import { iso } from './clock.ts';
import type { Panel } from './engine/panels.ts';
import type { Mock } from './mock.ts';

const cardView = ({ ownerAccountId: _owner, ...card }: CardRecord) => card;

function credentialView({
  identity: _identity,
  passkey: _passkey,
  ...credential
}: CredentialRecord) {
  return credential;
}

function sessionView(record: SessionRecord) {
  const { authMethodId: _credential, publicKey: _key, revokedAt: _revoked, ...session } = record;
  return session;
}

type SessionOverview = ReturnType<typeof sessionView> & {
  readonly state: 'live' | 'expired' | 'revoked';
};

function sessionOverview(record: SessionRecord, now: number): SessionOverview {
  const isOver = Date.parse(record.expiresAt) <= now;
  const state = record.revokedAt === undefined ? (isOver ? 'expired' : 'live') : 'revoked';
  return { ...sessionView(record), state };
}

/** Returns the resources of a mock in plain form, without tokens and other secrets. */
export function overviewOf(mock: Mock) {
  const { tables, now } = mock.snapshot();
  const records = <Record>(table: { readonly rows: readonly (readonly [number, Record])[] }) =>
    table.rows.map(([, record]) => record);
  const pending = records(tables.challenges).filter(
    ({ consumedAt, expiresAt }) => consumedAt === undefined && expiresAt > now,
  );
  return {
    now: iso(now),
    customers: records(tables.customers),
    accounts: records(tables.accounts),
    credentials: records<CredentialRecord>(tables.credentials).map(credentialView),
    sessions: records<SessionRecord>(tables.sessions).map((each) => sessionOverview(each, now)),
    cards: records<CardRecord>(tables.cards).map(cardView),
    agents: records(tables.agents),
    transactions: records(tables.transactions),
    pendingChallenges: pending.length,
  };
}

const SHOWN_POSTINGS = 50;

/** Returns the money of a mock, and the last postings, oldest first. */
export function ledgerOverviewOf({ ledger }: Mock) {
  const postings = ledger.postings();
  return {
    balances: ledger.balances(),
    postings: postings.slice(-SHOWN_POSTINGS),
    postingCount: postings.length,
  };
}

export type LedgerOverview = ReturnType<typeof ledgerOverviewOf>;

/** Returns the records of each resource in their wire form, without secrets. */
export function panelsOverviewOf(mock: Mock): Panel[] {
  return mock.panels().map((panel) => ({
    ...panel,
    records: panel.records.map((record) => redact(record)),
  }));
}
