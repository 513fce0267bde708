import { type KindsOf, secretProblem } from '@org/payments-contract/internal';
import { journaled } from '../call/send/recording.ts';
import { ConfigurationError, JournalError, type JournalProblem } from '../errors/caller-errors.ts';
import { isPaymentsError } from '../errors/payments-error.ts';
import { checkFunctions, checkOptions } from '../options/checks.ts';
import type {
  ForeignEntry,
  Journal,
  JournalOwner,
  JournalScopes,
  JournalWork,
  KeyedEntry,
  OpenRecord,
} from '../outcome/journal.ts';
import { appliedWith } from '../outcome/same-key.ts';
import { TRIAL } from '../outcome/trial.ts';
import { type RecoverOptions, recoverSettings, type SuperviseOptions } from '../recover/options.ts';
import { type JournaledContext, RecoveryRun } from '../recover/recovery-run.ts';
import { sentBefore } from '../recover/sent-before.ts';
import { JournalSupervisor } from '../recover/supervisor.ts';
import { fromEnvironment } from '../runtime.ts';
import { endOf, type Fingerprint, Sealer, SealKeys } from './sealer.ts';
import type { JournalRecord, JournalRecordEnd, JournalStore } from './store.ts';
import { refusalOf, type StorePlace } from './store-errors.ts';

export const journalWork = {
  record: journaled,
  sentBefore,
  recover: (client: JournaledContext, options: RecoverOptions) =>
    new RecoveryRun(client, recoverSettings(options)),
  supervise: (client: JournaledContext, options: SuperviseOptions) =>
    new JournalSupervisor(client, options),
} satisfies JournalWork;

/**
 * A scope: the name of the secret, and fingerprints of the service and of the account at it. The half
 * of that of the service is of its host.
 */
const form = /^v1\.([0-9a-f]{16})\.([0-9a-f]{16})\.([0-9a-f]{32})$/;

const reasons = {
  account:
    'The entry is of another account, whose client has to recover it. If only the API token was replaced, pass the id of the token that recorded it as `account`.',
  version:
    'The entry is of another base URL at this host, such as one of an earlier version, or of another kind of client. If the service is the same, recover with that base URL in `formerly`.',
  host: 'The entry is of another host. If it is the same service under an earlier name, recover with that base URL in `formerly`.',
  secret: 'The entry cannot be opened: its secret is not listed.',
} as const;
const NO_ACCOUNT =
  'An earlier version recorded the entry without its account, so these credentials must not act on it.';

function foreign(reason: ForeignEntry['reason'], because: string = reasons[reason]): ForeignEntry {
  return { reason, because };
}

function hostOf(service: string): string {
  const [, baseUrl = ''] = service.split(' ');
  return `host ${URL.canParse(baseUrl) ? new URL(baseUrl).host : ''}`;
}

const tooLate: JournalProblem = {
  message: 'The call ended before its change was recorded.',
  action: 'Call again, or raise `timeout`.',
  retryable: true,
};

/** A store of the user. Those of the package say more in their errors. */
const STORE: StorePlace = { name: 'its store', setup: 'Create the table of the store.' };

/** Clients that are remembered: one for each account that the process serves. */
const MAX_KEPT = 1_000;

/** The fingerprints of clients, made with the keys of a journal. */
class Scopes {
  readonly #keys: SealKeys;
  readonly #kept = new Map<string, Promise<JournalScopes>>();

  constructor(keys: SealKeys) {
    this.#keys = keys;
  }

  /** The scopes of a client and of what it was formerly, and why an entry of another is not for it. */
  async with(owner: JournalOwner, formerly: readonly JournalOwner[]): Promise<JournalScopes> {
    const [own, ...former] = await Promise.all([owner, ...formerly].map((one) => this.of(one)));
    if (own === undefined || former.length === 0) return own as JournalScopes;
    const claimable = [own, ...former].flatMap((scopes) => scopes.claimable);
    const reasonAgainst = (scope: string) =>
      claimable.includes(scope) ? undefined : own.reasonAgainst(scope);
    return { current: own.current, claimable, reasonAgainst };
  }

  /** The scopes of a client, and why an entry of another scope is not for it. */
  of(owner: JournalOwner): Promise<JournalScopes> {
    const key = JSON.stringify([owner.service, owner.account]);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const scopes = this.#make(owner.service, key);
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(key, scopes);
    // A missing secret may be there at the next call.
    scopes.catch(() => this.#kept.delete(key));
    return scopes;
  }

  async #make(service: string, account: string): Promise<JournalScopes> {
    const [hosts, services, accounts, anonymous] = await Promise.all([
      this.#keys.fingerprints(hostOf(service)),
      this.#keys.fingerprints(service),
      this.#keys.fingerprints(account),
      this.#keys.fingerprints(JSON.stringify([service, ''])),
    ]);
    const names = services.map(({ name }) => name);
    const hostAt = (index: number) => hosts[index]?.digest.slice(0, 8) ?? '';
    const places = services.map(({ digest }, index) => hostAt(index) + digest.slice(0, 8));
    // Earlier entries have no fingerprint of their host.
    const whole = services.map(({ digest }) => digest.slice(0, 16));
    const scopesWith = (digests: readonly Fingerprint[]) =>
      [places, whole].flatMap((all) =>
        all.map((place, index) => {
          const account = digests[index]?.digest.slice(0, 32);
          return `v1.${names[index]}.${place}.${account}`;
        }),
      );
    const [current = '', ...earlier] = scopesWith(accounts);
    // An operation without credentials is of no account: any client of its kind may look after it.
    const claimable = [current, ...earlier, ...scopesWith(anonymous)];
    return {
      current,
      claimable,
      reasonAgainst(scope) {
        if (claimable.includes(scope)) return undefined;
        if (scope === service) return foreign('account', NO_ACCOUNT);
        const [, name = '', place = ''] = form.exec(scope) ?? [];
        const index = names.indexOf(name);
        if (name !== '' && index < 0) return foreign('secret');
        if (name !== '' && [places[index], whole[index]].includes(place)) return foreign('account');
        return foreign(name !== '' && place.startsWith(hostAt(index)) ? 'version' : 'host');
      },
    };
  }
}

/** Options of every journal. */
export interface JournalOptions {
  /**
   * Seals the requests, which hold secrets: at least 32 bytes. With several the first one seals and
   * all of them open, so that a new one can be put before the old one. A function supplies them at
   * first use. Default `PAYMENTS_JOURNAL_SECRET`.
   */
  readonly secret?: string | readonly string[] | (() => string | readonly string[]) | undefined;
}

const names: KindsOf<JournalOptions> = { secret: true };

function secretsOf({ secret }: JournalOptions): readonly string[] {
  const supplied = typeof secret === 'function' ? secret() : secret;
  const given = supplied ?? fromEnvironment('PAYMENTS_JOURNAL_SECRET');
  if (given !== undefined) {
    const secrets = [given].flat();
    const problem = secretProblem(secrets, 'the journal');
    if (problem === undefined) return secrets;
    throw new ConfigurationError('secret', problem.message, problem.action);
  }
  throw new ConfigurationError(
    'secret',
    'The journal has no secret.',
    'Pass `secret`, or set PAYMENTS_JOURNAL_SECRET: the one that its entries were sealed with. For a new journal, make one with `openssl rand -base64 48`.',
  );
}

function keyedEntry(record: JournalRecord, digests: readonly string[]): KeyedEntry {
  const { id, scope, startedAt, digest } = record;
  return { id, scope, startedAt, isSame: digests.includes(digest), end: endOf(record) };
}

/** Whether another call with the key of an open entry shows that its change was applied. */
async function isAppliedElsewhere(store: JournalStore, record: OpenRecord): Promise<boolean> {
  const { id, startedAt, scope, operation, idempotencyKey, outcome } = record;
  if (idempotencyKey === null || outcome === 'applied') return false;
  const keyed = await store.keyed({ scopes: [scope], operation, idempotencyKey });
  const own = keyed.filter((one) => one.id === id).map(({ digest }) => digest);
  const entries = keyed.map((one) => keyedEntry(one, own));
  return appliedWith(startedAt, entries) !== undefined;
}

/**
 * Creates a journal from a store. The store receives only sealed requests.
 *
 * @example
 * const journal = createJournal(storeOf(database), { secret });
 *
 * @throws ConfigurationError for an unknown option, a store that lacks a function, or a secret that
 *   cannot work; one that is missing rejects at first use
 */
export function createJournal(store: JournalStore, options: JournalOptions = {}): Journal {
  const expected = 'an object with the six functions of `JournalStore`';
  checkFunctions(store, ['append', 'keyed', 'update', 'claim', 'open', 'prune'], {
    option: 'store',
    expected,
  });
  checkOptions(options, names, { of: 'the journal' });
  if (options.secret !== undefined && typeof options.secret !== 'function') secretsOf(options);
  const keys = new SealKeys(() => secretsOf(options));
  const sealer = new Sealer(keys);
  const scopes = new Scopes(keys);
  return {
    async append(entry, scopes = [entry.scope], signal) {
      const { request, operation, idempotencyKey } = entry;
      if (request === undefined) throw new TypeError('The entry to append has no request.');
      const { record, digests } = await sealer.seal({ ...entry, request });
      if (signal?.aborted) throw new JournalError(tooLate);
      const key = idempotencyKey !== undefined && { scopes, operation, idempotencyKey, digests };
      try {
        return await store.append(record, key || undefined, signal);
      } catch (error) {
        throw isPaymentsError(error) ? error : (refusalOf(error, STORE) ?? error);
      }
    },
    async keyed({ method, request, ...selection }) {
      const digests = await sealer.digests(method, request);
      const records = await store.keyed(selection);
      return Promise.all(
        records.map(async (record) => {
          const { clockOffset } = await sealer.open(record);
          return { ...keyedEntry(record, digests), clockOffset };
        }),
      );
    },
    update(id, end, mode) {
      if (end === undefined) return store.update(id, null);
      const { outcome, endedAt, status = null, resourceId = null, errorCode = null } = end;
      const stored: JournalRecordEnd = { outcome, endedAt, status, resourceId, errorCode };
      return store.update(id, stored, mode);
    },
    async claim(selection) {
      const records = await store.claim(selection);
      return Promise.all(records.map((record) => sealer.open(record)));
    },
    async open({ after, ...page }) {
      const open: OpenRecord[] = [];
      for (let last = after; ; ) {
        const records = await store.open({ ...page, after: last });
        for (const one of records.filter(({ requestId }) => requestId !== TRIAL))
          if (!(await isAppliedElsewhere(store, one))) open.push(one);
        last = records.at(-1);
        if (records.length < page.limit || open.length >= page.limit)
          return open.slice(0, page.limit);
      }
    },
    scopes: (owner, formerly = []) => scopes.with(owner, formerly),
    prune: (before) => store.prune(new Date(before).toISOString()),
    work: journalWork,
  };
}
