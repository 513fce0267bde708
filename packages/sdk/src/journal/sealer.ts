import type { JournalEntry, JournalRequest } from '../outcome/journal.ts';
import { keyIdOf } from './entry-key.ts';
import type { SealKeys } from './seal-keys.ts';
import type { JournalRecord } from './store.ts';

/** The fields of an entry besides its request and its end: stored in clear, and sealed as well. */
type Identity = Pick<
  JournalRecord,
  | 'id'
  | 'scope'
  | 'operation'
  | 'method'
  | 'template'
  | 'startedAt'
  | 'requestId'
  | 'idempotencyKey'
>;

function identityOf(entry: Identity): Identity {
  const { id, scope, operation, method, template, startedAt, requestId, idempotencyKey } = entry;
  return { id, scope, operation, method, template, startedAt, requestId, idempotencyKey };
}

function textOf({ method }: Identity, request: JournalRequest): string {
  const { path, search, headers, body, form } = request;
  const fields = Object.entries(headers).sort();
  return JSON.stringify([
    method,
    path,
    search,
    fields,
    body,
    ...(form === undefined ? [] : [form]),
  ]);
}

/** A record that cannot be opened is still an open write, and is reported as one. */
const unreadable = { request: undefined };

/** Turns entries into records whose request is encrypted (JWE, `dir` with `A256GCM`), and back. */
export class Sealer {
  readonly #keys: SealKeys;

  constructor(keys: SealKeys) {
    this.#keys = keys;
  }

  /** The record of an entry that has not ended. */
  async seal(entry: JournalEntry & { readonly request: JournalRequest }): Promise<JournalRecord> {
    const { requestId = null, idempotencyKey = null, deadlineAt, clockOffset, request } = entry;
    const identity = identityOf({ ...entry, requestId, idempotencyKey });
    const { kid, key } = await this.#keys.at(Date.parse(entry.startedAt));
    const content = JSON.stringify({ identity, deadlineAt, clockOffset, request });
    const [digest, sealed] = await Promise.all([
      this.#keys.digest(textOf(identity, request)),
      key.seal(content, kid),
    ]);
    const end = { outcome: null, endedAt: null, status: null, resourceId: null, errorCode: null };
    return { ...identity, digest, sealed, ...end };
  }

  /**
   * The entry of a record. Its request is undefined if no listed secret opens it, or if the record
   * is not the one that was sealed.
   */
  async open(record: JournalRecord): Promise<JournalEntry> {
    const { requestId, idempotencyKey, outcome, endedAt, status, resourceId, errorCode } = record;
    const end =
      outcome === null || endedAt === null
        ? undefined
        : {
            outcome,
            endedAt,
            status: status ?? undefined,
            resourceId: resourceId ?? undefined,
            errorCode: errorCode ?? undefined,
          };
    return {
      ...(identityOf(record) as Pick<JournalEntry, 'id' | 'scope' | 'template' | 'startedAt'>),
      operation: record.operation as JournalEntry['operation'],
      method: record.method as JournalEntry['method'],
      requestId: requestId ?? undefined,
      idempotencyKey: idempotencyKey ?? undefined,
      ...(await this.#contentOf(record)),
      end,
    };
  }

  async #contentOf(
    record: JournalRecord,
  ): Promise<Pick<JournalEntry, 'request' | 'deadlineAt' | 'clockOffset'>> {
    try {
      const found = await this.#keys.find(keyIdOf(record.sealed));
      if (found === undefined) return unreadable;
      const content = await found.key.open(record.sealed);
      const { identity, deadlineAt, clockOffset, request } = JSON.parse(content) as {
        readonly identity: Identity;
        readonly deadlineAt?: string;
        readonly clockOffset?: number;
        readonly request: JournalRequest;
      };
      const isSame = JSON.stringify(identity) === JSON.stringify(identityOf(record));
      return isSame ? { deadlineAt, clockOffset, request } : unreadable;
    } catch {
      return unreadable;
    }
  }
}
