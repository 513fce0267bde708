import { checkFunctions } from '../config/check-parts.ts';
import { fromEnvironment } from '../config/environment.ts';
import { checkOptionNames, type OptionNames } from '../config/unknown-options.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';
import type { Journal } from '../outcome/journal.ts';
import { checkSecrets } from '../relay/tickets/check-secrets.ts';
import { journalWork } from './journal-work.ts';
import { Scopes } from './scope.ts';
import { SealKeys } from './seal-keys.ts';
import { Sealer } from './sealer.ts';
import type { JournalRecordEnd, JournalStore } from './store.ts';

/** Options of every journal. */
export interface JournalOptions {
  /**
   * Seals the requests, which hold secrets: at least 32 bytes. With several the first one seals and
   * all of them open, so that a new one can be put before the old one. Default
   * `PAYMENTS_JOURNAL_SECRET`.
   */
  readonly secret?: string | readonly string[] | undefined;
}

const names: OptionNames<JournalOptions> = { secret: true };

function secretsOf({ secret }: JournalOptions): readonly string[] {
  const given = secret ?? fromEnvironment('PAYMENTS_JOURNAL_SECRET');
  if (given !== undefined) return checkSecrets(given, 'the journal');
  throw new ConfigurationError(
    'secret',
    'The journal has no secret.',
    'Pass `secret`, or set PAYMENTS_JOURNAL_SECRET; make one with `openssl rand -base64 48`.',
  );
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
  const expected = 'an object with the five functions of `JournalStore`';
  checkFunctions(store, ['append', 'update', 'claim', 'open', 'prune'], {
    option: 'store',
    expected,
  });
  checkOptionNames(options, names, { of: 'the journal' });
  if (options.secret !== undefined) secretsOf(options);
  const keys = new SealKeys(() => secretsOf(options));
  const sealer = new Sealer(keys);
  const scopes = new Scopes(keys);
  return {
    async append(entry) {
      const { request } = entry;
      if (request === undefined) throw new TypeError('The entry to append has no request.');
      await store.append(await sealer.seal({ ...entry, request }));
    },
    update(id, end) {
      if (end === undefined) return store.update(id, null);
      const { outcome, endedAt, status = null, resourceId = null, errorCode = null } = end;
      const stored: JournalRecordEnd = { outcome, endedAt, status, resourceId, errorCode };
      return store.update(id, stored);
    },
    async claim(selection) {
      const records = await store.claim(selection);
      return Promise.all(records.map((record) => sealer.open(record)));
    },
    open: (page) => store.open(page),
    scopes: (owner) => scopes.of(owner),
    prune: (before) => store.prune(new Date(before).toISOString()),
    work: journalWork,
  };
}
