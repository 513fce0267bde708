import { IDEMPOTENCY_KEY_HEADER, SIGNATURE_HEADER } from '@org/payments-contract';
import { canonicalJson } from '@org/payments-contract/internal';
import type { JournalEnd, JournalEntry, JournalRequest } from '../outcome/journal.ts';
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

/** Headers that differ between two sendings of one request. */
const repeatHeaders: readonly string[] = [IDEMPOTENCY_KEY_HEADER, SIGNATURE_HEADER];

/** The body as it is, but for the order of its fields; text that is not JSON, or is too deep, unchanged. */
function contentOf(body: string | null): string | null {
  if (body === null) return null;
  try {
    return canonicalJson(JSON.parse(body));
  } catch {
    return body;
  }
}

function textOf(method: string, request: JournalRequest): string {
  const { path, search, headers, body, form } = request;
  const fields = Object.entries(headers)
    .filter(([name]) => !repeatHeaders.includes(name))
    .sort();
  return JSON.stringify([method, path, search, fields, contentOf(body), canonicalJson(form)]);
}

/** The record of an entry, and the digests of its request under each secret. */
interface SealedEntry {
  readonly record: JournalRecord;
  readonly digests: readonly string[];
}

/** A record that cannot be opened is still an open write, and is reported as one. */
const unreadable = { request: undefined };

/** The recorded outcome of an entry. */
export function endOf(record: JournalRecord): JournalEnd | undefined {
  const { outcome, endedAt, status, resourceId, errorCode } = record;
  if (outcome === null || endedAt === null) return undefined;
  return {
    outcome,
    endedAt,
    status: status ?? undefined,
    resourceId: resourceId ?? undefined,
    errorCode: errorCode ?? undefined,
  };
}

/** Turns entries into records whose request is encrypted (JWE, `dir` with `A256GCM`), and back. */
export class Sealer {
  readonly #keys: SealKeys;

  constructor(keys: SealKeys) {
    this.#keys = keys;
  }

  /** The record of an entry that has not ended, and the digests of its request. */
  async seal(entry: JournalEntry & { readonly request: JournalRequest }): Promise<SealedEntry> {
    const { requestId = null, idempotencyKey = null, deadlineAt, clockOffset, request } = entry;
    const identity = identityOf({ ...entry, requestId, idempotencyKey });
    const { kid, key } = await this.#keys.at(Date.parse(entry.startedAt));
    const content = JSON.stringify({ identity, deadlineAt, clockOffset, request });
    const [digests, sealed] = await Promise.all([
      this.digests(entry.method, request),
      key.seal(content, kid),
    ]);
    const end = { outcome: null, endedAt: null, status: null, resourceId: null, errorCode: null };
    return { record: { ...identity, digest: digests[0], sealed, ...end }, digests };
  }

  /** The digests of a request, under each secret: two requests of one intent have them in common. */
  digests(method: string, request: JournalRequest): Promise<readonly [string, ...string[]]> {
    return this.#keys.digests(textOf(method, request));
  }

  /**
   * The entry of a record. Its request is undefined if no listed secret opens it, or if the record
   * is not the one that was sealed.
   */
  async open(record: JournalRecord): Promise<JournalEntry> {
    const { requestId, idempotencyKey } = record;
    return {
      ...(identityOf(record) as Pick<JournalEntry, 'id' | 'scope' | 'template' | 'startedAt'>),
      operation: record.operation as JournalEntry['operation'],
      method: record.method as JournalEntry['method'],
      requestId: requestId ?? undefined,
      idempotencyKey: idempotencyKey ?? undefined,
      ...(await this.#contentOf(record)),
      end: endOf(record),
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
