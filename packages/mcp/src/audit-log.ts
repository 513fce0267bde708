import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
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
const { O_RDWR, O_APPEND, O_CREAT, O_NONBLOCK = 0 } = constants;

/** @throws Error for a device, a pipe or a folder */
async function requireFile(file: FileHandle): Promise<void> {
  if (!(await file.stat()).isFile()) throw new Error('The audit log is not a regular file.');
}

/** What a record in a file follows: the length of the file before it, and the SHA-256 of that part. */
interface Chained {
  readonly follows?: { readonly bytes: number; readonly sha256: string };
}

/** The part of a file that was read. */
class Past {
  #hash = createHash('sha256');
  #file = '';
  #bytes = 0;

  /** Reads what was appended since, by whomever; all of it if the file is another one. */
  async readOn(file: FileHandle): Promise<Chained> {
    const { dev, ino, size } = await file.stat();
    if (this.#file !== `${dev} ${ino}` || size < this.#bytes) {
      [this.#hash, this.#file, this.#bytes] = [createHash('sha256'), `${dev} ${ino}`, 0];
    }
    const buffer = Buffer.alloc(65_536);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, this.#bytes);
      if (bytesRead === 0) break;
      this.#hash.update(buffer.subarray(0, bytesRead));
      this.#bytes += bytesRead;
    }
    return { follows: { bytes: this.#bytes, sha256: this.#hash.copy().digest('hex') } };
  }
}

/**
 * An audit log in a file to which lines of JSON are appended. Only its owner can read the file; every
 * record is flushed to the disk, and has in `follows` the SHA-256 of what was in the file before it.
 *
 * @param path created with its folders if it does not exist
 * @example
 * ```ts
 * const mcp = createPaymentsMcp({ agent, audit: fileAuditLog('/var/lib/payments-mcp/audit.jsonl') });
 * ```
 */
export function fileAuditLog(path: string): AuditLog {
  let writing: Promise<unknown> = Promise.resolve();
  const past = new Past();
  const write = async (record: AuditRecord) => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK, 0o600);
    try {
      await requireFile(file);
      const chained = { ...record, ...(await past.readOn(file)) };
      // A line break first: a record that was cut off does not take the next one with it.
      await file.appendFile(`\n${JSON.stringify(chained)}`);
      await file.datasync();
    } finally {
      await file.close();
    }
  };
  return {
    append(record) {
      const next = writing.then(() => write(record));
      writing = next.catch(() => undefined);
      return next;
    },
  };
}

/** What a check of an audit log found. */
export interface AuditLogCheck {
  readonly records: number;
  /** The line of the first record before which something was changed, removed or put in; from 1. */
  readonly brokenAt?: number | undefined;
}

function chainedOf(line: Buffer): Chained | undefined {
  try {
    return Object(JSON.parse(line.toString())) as Chained;
  } catch {
    // A record that was cut off, which is still part of what the next ones follow.
    return undefined;
  }
}

/**
 * Checks that nothing in the file of an audit log was changed, removed or put in before its last record.
 * Whoever may write the file can remove its end, or write all of it anew: to notice that too, keep the
 * `follows` of a late record elsewhere.
 *
 * @throws Error if the file cannot be read
 * @example
 * ```ts
 * const { brokenAt } = await checkAuditLog('/var/lib/payments-mcp/audit.jsonl');
 * if (brokenAt !== undefined) throw new Error(`The audit log was changed before line ${brokenAt}.`);
 * ```
 */
export async function checkAuditLog(path: string): Promise<AuditLogCheck> {
  const content = await readFile(path);
  const found: { readonly line: number; readonly start: number; readonly chained: Chained }[] = [];
  for (let start = 0, line = 1; start < content.length; line += 1) {
    const end = content.indexOf('\n', start);
    const text = content.subarray(start, end === -1 ? content.length : end);
    const chained = chainedOf(text);
    // The line break belongs to the record after it.
    if (chained !== undefined) found.push({ line, start: Math.max(start - 1, 0), chained });
    start += text.length + 1;
  }
  const lengths = new Set(found.map(({ chained }) => chained.follows?.bytes ?? 0));
  const hashes = new Map<number, string>();
  const hash = createHash('sha256');
  let read = 0;
  for (const bytes of [...lengths].sort((one, two) => one - two)) {
    hash.update(content.subarray(read, bytes));
    read = bytes;
    hashes.set(bytes, hash.copy().digest('hex'));
  }
  // Records of an earlier release, without a past, are only before those that have one.
  const first = found.findIndex(({ chained }) => chained.follows !== undefined);
  const broken = found.find(({ start, chained: { follows } }, index) =>
    follows === undefined
      ? index > first && first !== -1
      : follows.bytes > start || (hashes.get(follows.bytes) ?? '') !== follows.sha256,
  );
  return { records: found.length, brokenAt: broken?.line };
}
