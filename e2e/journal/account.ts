import { createPaymentsClient, type RecoveredWrite } from '@org/payments-sdk';
import type { Journal, JournalEntry } from '@org/payments-sdk/journal';
import type { Service } from './service.ts';

/** The outcomes that the killed writers recorded, by marker. */
export type Known = ReadonlyMap<string, string>;

/** Every way in which a journal, a verdict or a writer contradicts what the service applied. */
export interface Account {
  readonly entries: number;
  /** Entries that were open when their writer was killed. */
  readonly open: number;
  /** Number of outcomes of the open ones, by source. */
  readonly verdicts: Readonly<Record<string, number>>;
  readonly contradictions: readonly string[];
}

/** The marker of an entry, as the service counts it. */
function markerOf({ operation, request }: JournalEntry): string {
  const body = JSON.parse(request?.body ?? '{}') as Readonly<Record<string, string | undefined>>;
  if (operation === 'cards.update') return request?.path.split('/').at(-1) ?? '';
  const marker =
    body.redirectUri?.split('/').at(-1) ??
    body.name ??
    body.platformAccountId ??
    body.remittanceInformation;
  return marker ?? '';
}

/** Every entry of the journal, open or settled. */
async function allEntries(journal: Journal, scopes: readonly string[]): Promise<JournalEntry[]> {
  const all: JournalEntry[] = [];
  for (;;) {
    const after = all.at(-1);
    // Each claim ends at once, so that the recovery can claim the entry too.
    const facts = { scopes, by: 'account', lease: -1 };
    const page = await journal.claim({ ...facts, after, endedSince: '1970', limit: 500 });
    if (page.length === 0) return all;
    all.push(...page);
  }
}

/** Milliseconds after which each write is past its deadline, the time to settle, and the difference of clocks. */
const LATER = 480_000;

/** Writes whose resource shows no time: a list cannot tell this write from an earlier one. */
const timeless: readonly string[] = ['externalAccounts.create'];

function contradiction(operation: string, outcome: string, applied: number): string | undefined {
  if (applied > 1) return `was applied ${applied} times`;
  if (outcome === 'applied' && applied === 0) return 'is said to be applied, and was not';
  if (outcome === 'not-applied' && applied === 1) return 'is said not to be applied, and was';
  if (outcome !== 'unknown' || timeless.includes(operation)) return undefined;
  return 'could have been determined, and is unknown';
}

/**
 * Recovers with two clients at once, and compares all results with the changes that the service
 * applied.
 */
export async function account(service: Service, journal: Journal, known: Known): Promise<Account> {
  const { connection, applied } = service;
  const owner = { service: `platform ${connection.baseUrl}`, account: connection.tokenId };
  const { claimable: scopes } = await journal.scopes(owner);
  const before = await allEntries(journal, scopes);
  const open = before.filter(({ end }) => end === undefined || end.outcome === 'unknown');
  // All writers are dead: the time in which a write may still be applied passes at once, for the
  // service and for the clients that recover.
  await service.advance(LATER);
  const clock = {
    now: () => Date.now() + LATER,
    setTimeout(callback: () => void, milliseconds: number) {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
  };
  const payments = createPaymentsClient({ ...connection, journal, clock });
  const recovery = () => payments.recover({ settle: 3_000 });
  const writes: RecoveredWrite[] = (await Promise.all([recovery(), recovery()])).flat();
  const after = await allEntries(journal, scopes);
  const markers = new Map(after.map((entry) => [entry.id, markerOf(entry)]));
  const problems: string[] = [];
  for (const { id, operation, outcome, because } of writes) {
    const marker = markers.get(id) ?? '';
    const wrong = contradiction(operation, outcome, applied.get(marker) ?? 0);
    if (wrong !== undefined) problems.push(`${operation} ${marker} ${wrong}: ${because}`);
  }
  for (const { id, operation, end } of after) {
    const marker = markers.get(id) ?? '';
    const wrong = contradiction(operation, end?.outcome ?? 'unknown', applied.get(marker) ?? 0);
    if (wrong !== undefined) problems.push(`the entry of ${operation} ${marker} ${wrong}`);
    const outcome = known.get(marker);
    if (outcome !== undefined && end?.outcome !== outcome) {
      problems.push(`the writer of ${marker} recorded "${outcome}", the journal "${end?.outcome}"`);
    }
  }
  const recorded = new Set(markers.values());
  if (recorded.size !== after.length) problems.push('two entries are of the same write');
  for (const marker of [...applied.keys(), ...known.keys()]) {
    if (!recorded.has(marker)) problems.push(`${marker} is not in the journal`);
  }
  const found = new Set(writes.map(({ id }) => id));
  if (found.size !== writes.length) problems.push('both recoveries had the same write');
  for (const { id } of open) if (!found.has(id)) problems.push(`${id} was not recovered`);
  const verdicts: Record<string, number> = {};
  for (const { operation, outcome, source } of writes) {
    const name = `${operation} by ${source.by}: ${outcome}`;
    verdicts[name] = (verdicts[name] ?? 0) + 1;
  }
  return { entries: after.length, open: open.length, verdicts, contradictions: problems };
}
