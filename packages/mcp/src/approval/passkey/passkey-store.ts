import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A passkey of a person who approves: its public key, which is not a secret. */
export interface Passkey {
  /** Id of the credential, base64url. */
  readonly id: string;
  /** The person it belongs to, as the page's authentication names them. */
  readonly person: string;
  /** COSE public key, base64url. */
  readonly publicKey: string;
  /** How often it was used, as far as it tells. */
  readonly counter: number;
  readonly transports: readonly string[];
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Where the passkeys of the people who approve are kept. */
export interface PasskeyStore {
  /** The passkeys of one person. */
  list(person: string): Promise<readonly Passkey[]>;
  /** Adds a passkey, or replaces the one with its id. */
  put(passkey: Passkey): Promise<void>;
}

/** Passkeys in memory: each person registers theirs again after a restart. */
export function memoryPasskeys(): PasskeyStore {
  const all = new Map<string, Passkey>();
  return {
    list: async (person) => [...all.values()].filter((one) => one.person === person),
    put: async (passkey) => void all.set(passkey.id, passkey),
  };
}

function isMissing(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === 'ENOENT';
}

/**
 * Passkeys in a file that only its owner can read. To replace a passkey that was lost, delete its entry
 * from the file.
 *
 * @param path created with its folders if it does not exist
 * @throws SyntaxError when it is read, if the file is not JSON: nobody can then approve
 * @example
 * ```ts
 * const page = mcp.approvalPage({ authenticate, passkeys: filePasskeys('/var/lib/payments-mcp/passkeys.json') });
 * ```
 */
export function filePasskeys(path: string): PasskeyStore {
  const read = async (): Promise<readonly Passkey[]> => {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return '[]';
      throw error;
    });
    return JSON.parse(text) as readonly Passkey[];
  };
  const write = async (passkey: Passkey) => {
    const others = (await read()).filter(({ id }) => id !== passkey.id);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // Another process reads the file before or after the change, never half of it.
    const draft = `${path}.${randomUUID()}`;
    await writeFile(draft, JSON.stringify([...others, passkey], undefined, 2), { mode: 0o600 });
    await rename(draft, path);
  };
  let writing: Promise<unknown> = Promise.resolve();
  return {
    list: async (person) => (await read()).filter((one) => one.person === person),
    put(passkey) {
      const next = writing.then(() => write(passkey));
      writing = next.catch(() => undefined);
      return next;
    },
  };
}
