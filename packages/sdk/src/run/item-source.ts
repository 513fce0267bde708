import { canonicalJson } from '@org/payments-contract/internal';
import { bytesToBase64url } from '@org/payments-crypto';
import { RunError } from './run-error.ts';
import type { OfferedItem } from './run-state.ts';
import type { ItemAmount, ItemSource, RunOptions } from './run-types.ts';

/** SHA-256 of a text, as 43 characters. */
async function digestOf(text: string): Promise<string> {
  // Of a short text, in a third of the time of a job for the thread pool. A bundler would follow an import.
  const { hash } = globalThis.process?.getBuiltinModule?.('node:crypto') ?? {};
  if (hash !== undefined) return hash('sha256', text, 'base64url');
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return bytesToBase64url(new Uint8Array(digest));
}

/** What the key of a step is made of. */
export interface StepPlace {
  /** The `id` of the run. */
  readonly run: string;
  /** The id of the item. */
  readonly item: string;
  /** The name of the step. */
  readonly step: string;
  /** From 1; the next one follows if it is certain that the last one was not applied. */
  readonly attempt: number;
}

/**
 * Makes the idempotency key of a step, the same in every start, to find the item of a recorded change.
 *
 * @returns `run-` and 43 characters
 *
 * @example
 * const key = await stepKey({ run: 'october-payouts', item: 'p-1', step: 'execute', attempt: 1 });
 */
export async function stepKey({ run, item, step, attempt }: StepPlace): Promise<string> {
  return `run-${await digestOf(JSON.stringify([run, item, step, attempt]))}`;
}

const MAX_ID = 256;

/** An item as it was read, and as it is offered to the state. */
export interface ReadItem<Item> {
  readonly item: Item;
  readonly offered: OfferedItem;
}

function isAmount({ amount, currency }: ItemAmount): boolean {
  return Number.isSafeInteger(amount) && typeof currency === 'string' && currency !== '';
}

function failure(message: string, itemId?: string): RunError {
  return new RunError('RUN_SOURCE_FAILED', { message, itemId });
}

function idOf<Item>(
  item: Item,
  itemId: RunOptions<Item, unknown>['itemId'],
  index: number,
): string {
  const id = itemId === undefined ? (Object(item) as { id?: unknown }).id : itemId(item);
  if (typeof id === 'string' && id !== '' && id.length <= MAX_ID) return id;
  const where = itemId === undefined ? 'no text in its field `id`' : 'no text from `itemId`';
  throw failure(
    `Item ${index + 1} of the source has ${where}: an id has 1 to ${MAX_ID} characters and is the same in every start.`,
  );
}

/** Reads a source in pieces. Which ids it has had is remembered by the state. */
export class ItemReader<Item> {
  readonly #options: Pick<RunOptions<Item, unknown>, 'itemId' | 'amount'>;
  readonly #source: ItemSource<Item>;
  #items: Iterator<Item> | AsyncIterator<Item> | undefined;
  #index = 0;
  isDone = false;

  constructor(
    source: ItemSource<Item>,
    options: Pick<RunOptions<Item, unknown>, 'itemId' | 'amount'>,
  ) {
    this.#options = options;
    this.#source = source;
  }

  /** @throws RunError if the source fails, or an item cannot be used */
  async next(limit: number): Promise<readonly ReadItem<Item>[]> {
    const read: ReadItem<Item>[] = [];
    while (read.length < limit) {
      const item = await this.#one();
      if (this.isDone) break;
      read.push(await this.#checked(item as Item));
    }
    return read;
  }

  async #checked(item: Item): Promise<ReadItem<Item>> {
    try {
      return await this.#read(item);
    } catch (error) {
      throw error instanceof RunError ? error : new RunError('RUN_SOURCE_FAILED', { cause: error });
    }
  }

  async #one(): Promise<Item | undefined> {
    try {
      this.#items ??= this.#begin();
      const { done, value } = await this.#items.next();
      this.isDone = done === true;
      return value;
    } catch (error) {
      throw new RunError('RUN_SOURCE_FAILED', { cause: error });
    }
  }

  #begin(): Iterator<Item> | AsyncIterator<Item> {
    const source = typeof this.#source === 'function' ? this.#source() : this.#source;
    return Symbol.asyncIterator in source
      ? source[Symbol.asyncIterator]()
      : source[Symbol.iterator]();
  }

  async #read(item: Item): Promise<ReadItem<Item>> {
    const id = idOf(item, this.#options.itemId, this.#index);
    this.#index += 1;
    const content = JSON.stringify(item);
    // The order of its fields does not matter.
    const canonical = canonicalJson(item);
    // A date, or anything else with a JSON of its own, would be another value in another process.
    if (canonical !== canonicalJson(JSON.parse(content))) {
      throw failure('It is not JSON: pass texts, numbers, lists and plain objects.', id);
    }
    const amount = this.#options.amount?.(item);
    if (amount !== undefined && !isAmount(amount)) {
      throw failure(
        '`amount` must return a whole number in the smallest unit, and a currency.',
        id,
      );
    }
    return { item, offered: { id, digest: await digestOf(canonical), content, amount } };
  }

  /** Closes the source if it was not read to its end. */
  async close(): Promise<void> {
    if (this.isDone) return;
    this.isDone = true;
    await this.#items?.return?.();
  }
}
