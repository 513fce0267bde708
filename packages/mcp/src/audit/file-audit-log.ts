import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { AuditLog, AuditRecord } from './audit-log.ts';

function isMissing(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === 'ENOENT';
}

/** A record that a process did not finish writing, or that somebody changed, is not one. */
function recordIn(line: string): AuditRecord | undefined {
  try {
    const record = JSON.parse(line) as AuditRecord | null;
    return typeof record?.event === 'string' ? record : undefined;
  } catch {
    return undefined;
  }
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
    const file = await open(path, 'a', 0o600);
    try {
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
    async *read() {
      const stream = createReadStream(path, 'utf8');
      try {
        for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
          const record = recordIn(line);
          if (record !== undefined) yield record;
        }
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
  };
}
