import { constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * One thing that happened to a call that needs approval, or that has an idempotency key. It holds no
 * secret: arguments are masked.
 */
export interface AuditRecord {
  /** ISO 8601. */
  readonly at: string;
  /**
   * `asked`: a person was asked. `approved`, `declined`: their decision. `sent`: the call is about to
   * be sent. `applied`, `failed`, `unknown`: the outcome of the call, and of the earlier calls with its
   * idempotency key: a refusal does not make an unknown payment a failed one. After `unknown`, a
   * read that shows the outcome is recorded under the same `callId`. `signature-requested`: nothing
   * changed, and the customer has to sign.
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
  /**
   * The service and the account that the call is sent for, as `fingerprint` of the client names them, in
   * the records of a call that is sent. Keys of another account say nothing of this one's.
   */
  readonly account?: string | undefined;
  /** Where the person decided. */
  readonly channel?: 'client' | 'page' | 'second-call' | undefined;
  /** Who decided, as the page's authentication names them. */
  readonly person?: string | undefined;
  /**
   * How the page recognized them: by the platform's own sign-in, or by a code that was shown to them.
   * A code proves that they could read what the server showed, and not who they are.
   */
  readonly recognizedBy?: 'sign-in' | 'code' | undefined;
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
}

/** A log in memory: it forgets everything with the process. */
export function memoryAuditLog(): AuditLog & { readonly records: readonly AuditRecord[] } {
  const records: AuditRecord[] = [];
  return {
    records,
    append: async (record) => {
      records.push(record);
    },
  };
}

// Opening a named pipe waits for its other end, unless it is opened without waiting.
const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK = 0 } = constants;

/** @throws Error for a device, a pipe or a folder */
async function requireFile(file: FileHandle): Promise<void> {
  if (!(await file.stat()).isFile()) throw new Error('The audit log is not a regular file.');
}

/**
 * An audit log in a file to which lines of JSON are appended. Only its owner can read the file; every
 * record is flushed to the disk.
 *
 * @param path created with its folders if it does not exist
 * @example
 * ```ts
 * const mcp = createPaymentsMcp({ agent, audit: fileAuditLog('/var/lib/payments-mcp/audit.jsonl') });
 * ```
 */
export function fileAuditLog(path: string): AuditLog {
  let writing: Promise<unknown> = Promise.resolve();
  const write = async (line: string) => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, 0o600);
    try {
      await requireFile(file);
      await file.appendFile(line);
      await file.datasync();
    } finally {
      await file.close();
    }
  };
  return {
    append(record) {
      // A line break first: a record that was cut off does not take the next one with it.
      const next = writing.then(() => write(`\n${JSON.stringify(record)}`));
      writing = next.catch(() => undefined);
      return next;
    },
  };
}
