import { randomUUID } from 'node:crypto';
import { ToolError } from '../errors/tool-error.ts';
import type { McpClock } from '../options.ts';
import { inputText } from '../run/input-text.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A call that waits for its confirmation. */
export interface PreparedCall {
  readonly tool: string;
  /** Its arguments, without the id of the confirmation. */
  readonly input: Fields;
}

interface Waiting {
  readonly tool: string;
  readonly text: string;
  readonly key: unknown;
  readonly expiresAt: number;
}

/** How many calls can wait at once; the oldest is dropped. */
const MAX_WAITING = 100;

function textOf({ idempotencyKey: _, ...input }: Fields): string {
  return inputText(input);
}

function invalid(why: string): ToolError {
  return new ToolError('CONFIRMATION_INVALID', `The confirmation id ${why}.`);
}

/** The calls of one connection that wait for their confirmation. Each id is good once. */
export class PreparedCalls {
  readonly #waiting = new Map<string, Waiting>();
  readonly #clock: McpClock;
  readonly #lifetime: number;

  constructor(clock: McpClock, lifetime: number) {
    this.#clock = clock;
    this.#lifetime = lifetime;
  }

  /** Keeps a call; returns its id and when that expires. */
  add({ tool, input }: PreparedCall): { readonly id: string; readonly expiresAt: number } {
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size >= MAX_WAITING && oldest !== undefined) this.#waiting.delete(oldest);
    const id = randomUUID();
    const expiresAt = this.#clock.now() + this.#lifetime;
    const { idempotencyKey: key } = input;
    this.#waiting.set(id, { tool, text: textOf(input), key, expiresAt });
    return { id, expiresAt };
  }

  /**
   * Uses up an id, also when the call then fails.
   *
   * @returns the idempotency key of the prepared call
   * @throws ToolError for an id that is unknown, used, expired, or belongs to another call
   */
  take(id: unknown, { tool, input }: PreparedCall): unknown {
    const call = typeof id === 'string' ? this.#waiting.get(id) : undefined;
    if (call === undefined) throw invalid('is not known or was used before');
    this.#waiting.delete(String(id));
    if (this.#clock.now() >= call.expiresAt) throw invalid('has expired');
    const { idempotencyKey: key = call.key } = input;
    if (call.tool !== tool || call.text !== textOf(input) || key !== call.key) {
      throw invalid('belongs to a call with other arguments');
    }
    return call.key;
  }
}
