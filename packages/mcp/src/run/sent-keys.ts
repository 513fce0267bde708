import { createHash } from 'node:crypto';
import { inputText } from './input-text.ts';

type Fields = Readonly<Record<string, unknown>>;

/** How many calls are remembered; the oldest is dropped. */
const MAX_CALLS = 10_000;

function digestOf(tool: string, input: Fields): string {
  return createHash('sha256')
    .update(`${tool} ${inputText(input)}`)
    .digest('base64url');
}

/**
 * The calls with an idempotency key that a server has sent. One that is repeated does not pay again:
 * it does not count against the agent's limits a second time.
 */
export class SentKeys {
  readonly #sent = new Set<string>();

  /** Returns whether the same call has been sent with the same key. */
  has(tool: string, input: Fields): boolean {
    return input.idempotencyKey !== undefined && this.#sent.has(digestOf(tool, input));
  }

  /** Remembers a call that is about to be sent. */
  add(tool: string, input: Fields): void {
    if (input.idempotencyKey === undefined) return;
    const [oldest] = this.#sent;
    if (this.#sent.size >= MAX_CALLS && oldest !== undefined) this.#sent.delete(oldest);
    this.#sent.add(digestOf(tool, input));
  }
}
