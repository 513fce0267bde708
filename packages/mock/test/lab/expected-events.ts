import { eventRows } from '@org/payments-contract';
import type { Change, Posting, Snapshot } from '../../src/index.ts';

/** A change of one field, and what the record is after all changes. */
interface FieldChange {
  readonly table: string;
  readonly id: string;
  readonly field: string;
  readonly to: unknown;
  readonly record: Readonly<Record<string, unknown>>;
}

const known = new Set(eventRows().flatMap(({ types }) => types as readonly string[]));

/** The kinds of events that section 3.1 of the reference assigns to a change; the test's own list. */
function kindOf({ table, field, to, record }: FieldChange): string | undefined {
  switch (`${table}.${field}`) {
    case 'transactions.status':
      return `${record.type}_PAYMENT.${to}`;
    case 'cards.state':
      return 'CARD.STATE_CHANGE';
    case 'cards.fundingSources':
      return 'CARD.FUNDING_SOURCE_CHANGE';
    case 'cardTransactions.status':
      return `CARD_TRANSACTION.${to}`;
    case 'customers.kycStatus':
      return `CUSTOMER.KYC_${to}`;
    case 'customers.kybStatus':
      return `CUSTOMER.KYB_${to}`;
    case 'verifications.verificationStatus':
      return `VERIFICATION.${to}`;
    case 'invitations.status':
      return `INVITATION.${to}`;
    case 'agentActions.status':
      return `AGENT_ACTION.${to}`;
    case 'externalAccounts.status':
      return 'EXTERNAL_ACCOUNT.STATUS_UPDATED';
    case 'accounts.status':
      return 'INTERNAL_ACCOUNT.STATUS_UPDATED';
    case 'accounts.fundingPaymentInstructions':
      return 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED';
    default:
      return undefined;
  }
}

/** Fields whose first value is announced too: a payment, a verification or an action begins. */
const announcedAtCreation: Readonly<Record<string, string>> = {
  transactions: 'status',
  cardTransactions: 'status',
  verifications: 'verificationStatus',
  agentActions: 'status',
};

function recordsOf({ tables }: Snapshot, table: string) {
  const rows = (
    tables as Readonly<Record<string, { rows: readonly (readonly [number, object])[] }>>
  )[table]?.rows;
  return new Map((rows ?? []).map(([, record]) => [(record as { id: string }).id, record]));
}

/** The value a new record began with: what its first change found, else what it still has. */
function firstValue(changes: readonly Change[], id: string, field: string, now: unknown): unknown {
  const first = changes.find((change) => change.id === id && change.fields?.[field] !== undefined);
  return first?.fields?.[field]?.before ?? now;
}

/** The events that the changes of one request must have emitted, as `<kind> <resource id>`. */
export function expectedOfChanges(changes: readonly Change[], after: Snapshot): string[] {
  const all = changes.flatMap(({ kind, table, id, fields = {} }): FieldChange[] => {
    const record = (recordsOf(after, table).get(id) ?? {}) as FieldChange['record'];
    const field = announcedAtCreation[table];
    if (kind === 'created' && field !== undefined) {
      return [{ table, id, field, to: firstValue(changes, id, field, record[field]), record }];
    }
    return Object.entries(fields).map(([name, value]) => {
      return { table, id, field: name, to: value.after, record };
    });
  });
  return all.flatMap((change) => {
    const kind = kindOf(change);
    return kind !== undefined && known.has(kind) ? [`${kind} ${change.id}`] : [];
  });
}

/** The changes between two snapshots, for steps that no request logs. */
export function changesBetween(before: Snapshot, after: Snapshot): Change[] {
  return Object.keys(after.tables).flatMap((table) => {
    const old = recordsOf(before, table);
    return [...recordsOf(after, table)].flatMap(([id, record]): Change[] => {
      const former = old.get(id) as Readonly<Record<string, unknown>> | undefined;
      if (former === undefined) return [{ kind: 'created', table, id }];
      const fields = Object.entries(record)
        .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(former[name]))
        .map(([name, value]) => [name, { before: former[name], after: value }]);
      if (fields.length === 0) return [];
      return [{ kind: 'updated', table, id, fields: Object.fromEntries(fields) }];
    });
  });
}

/** The balance events of postings: one for each internal account that a posting touches. */
export function expectedOfPostings(postings: readonly Posting[], owners: Map<string, string>) {
  return postings.flatMap(({ from, to }) => {
    if (to.startsWith('hold/')) owners.set(to, from);
    const touched = [from, to].map((side) => owners.get(side) ?? side);
    const accounts = touched.filter((side) => side.startsWith('InternalAccount:'));
    return [...new Set(accounts)].map((id) => `INTERNAL_ACCOUNT.BALANCE_UPDATED ${id}`);
  });
}
