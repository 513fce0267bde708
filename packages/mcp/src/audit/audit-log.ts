/**
 * One thing that happened to a call that needs approval, or that has an idempotency key. It holds no
 * secret: arguments are masked.
 */
export interface AuditRecord {
  /** ISO 8601. */
  readonly at: string;
  /**
   * `asked`: a person was asked. `approved`, `declined`: their decision. `sent`: the call is about to
   * be sent. `applied`, `failed`, `unknown`: the outcome of the call. `signature-requested`: nothing changed, and
   * the customer has to sign.
   */
  readonly event:
    | 'asked'
    | 'approved'
    | 'declined'
    | 'sent'
    | 'applied'
    | 'failed'
    | 'unknown'
    | 'signature-requested';
  /** Names the call in all its records. */
  readonly callId: string;
  /** Operation of the contract, such as `transfers.createOut`. */
  readonly operation: string;
  /** SHA-256 of the operation and its arguments, for a call with an idempotency key. */
  readonly digest?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Where the person decided. */
  readonly channel?: 'client' | 'page' | 'second-call' | undefined;
  /** Who decided, as the page's authentication names them. */
  readonly person?: string | undefined;
  /** The passkey that confirmed the approval, if the page asks for one. */
  readonly passkeyId?: string | undefined;
  /** What the person was shown, or the arguments of a call that was sent. */
  readonly shown?: unknown;
  /** The code of the error that the call ended with. */
  readonly code?: string | undefined;
  /** The id of the resource that the call created or changed. */
  readonly resourceId?: string | undefined;
}

/**
 * Where approvals and payments are recorded. A call is sent only once its record is durable; if the
 * log fails, nothing is sent.
 */
export interface AuditLog {
  /** Resolves once the record would survive the end of the process. */
  append(record: AuditRecord): Promise<void>;
  /** The records of earlier processes, oldest first. */
  read(): AsyncIterable<AuditRecord>;
}

/** A log in memory: it forgets everything with the process. */
export function memoryAuditLog(): AuditLog & { readonly records: readonly AuditRecord[] } {
  const records: AuditRecord[] = [];
  return {
    records,
    append: async (record) => {
      records.push(record);
    },
    async *read() {
      yield* [...records];
    },
  };
}
