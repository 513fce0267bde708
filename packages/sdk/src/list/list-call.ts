import type { Page } from '@org/payments-contract';
import type { WithResponse } from '../call/result.ts';
import { ContractError } from '../errors/network-errors.ts';
import type { CalledName } from '../errors/payments-error.ts';

/** Fetches the page at a cursor; the first one if there is none. */
export type FetchPage<Item> = (cursor: string | undefined) => Promise<WithResponse<Page<Item>>>;

/** How pages are walked. */
export interface PagesOptions {
  /** Fetch the next page while this one is used. Default false. */
  readonly prefetch?: boolean | undefined;
}

/**
 * A list in progress. Nothing is sent until it is used: await it for its first page, iterate over
 * its items, walk its `pages()`, or collect them with `toArray()`. A later run resumes by passing a
 * page's `nextCursor` as `cursor`.
 */
export interface ListCall<Item, First = Page<Item>> extends Promise<First>, AsyncIterable<Item> {
  /** The first page together with what is known of its response. */
  withResponse(): Promise<WithResponse<First>>;
  /** Walks the pages from the input's cursor on; a list that comes as a whole is one page. */
  pages(options?: PagesOptions): AsyncGenerator<First, void, undefined>;
  /** All items, or the first `limit` of them. */
  toArray(options?: { readonly limit?: number }): Promise<Item[]>;
}

/** How many pages without an item are taken for a list that ends: one that is filtered may have some. */
const MAX_EMPTY_PAGES = 1_000;

class LazyList<Item> implements ListCall<Item> {
  readonly [Symbol.toStringTag] = 'ListCall';
  readonly #fetchPage: FetchPage<Item>;
  readonly #operation: CalledName;
  #first: Promise<WithResponse<Page<Item>>> | undefined;

  constructor(operation: CalledName, fetchPage: FetchPage<Item>) {
    this.#operation = operation;
    this.#fetchPage = fetchPage;
  }

  withResponse(): Promise<WithResponse<Page<Item>>> {
    this.#first ??= this.#fetchPage(undefined);
    return this.#first;
  }

  async *pages({
    prefetch = false,
  }: PagesOptions = {}): AsyncGenerator<Page<Item>, void, undefined> {
    const seen = new Set<string>();
    let emptyPages = 0;
    let { data: page } = await this.withResponse();
    for (;;) {
      const cursor = this.#next(page, seen);
      const next = prefetch && cursor !== undefined ? this.#fetchPage(cursor) : undefined;
      next?.catch(() => undefined);
      yield page;
      if (cursor === undefined) return;
      emptyPages = page.data.length === 0 ? emptyPages + 1 : 0;
      if (emptyPages >= MAX_EMPTY_PAGES) {
        const message = `The service returned ${emptyPages} pages in a row without an item.`;
        throw new ContractError(message, { operation: this.#operation });
      }
      ({ data: page } = await (next ?? this.#fetchPage(cursor)));
    }
  }

  /**
   * The cursor of the next page.
   *
   * @throws ContractError for a page that cannot be walked: a client may have `validate: 'off'`
   */
  #next(page: Page<Item>, seen: Set<string>): string | undefined {
    const operation = this.#operation;
    if (!page.hasMore) return undefined;
    const { nextCursor } = page;
    if (typeof nextCursor !== 'string' || nextCursor === '') {
      throw new ContractError('The page has `hasMore: true` and no `nextCursor`.', { operation });
    }
    if (seen.has(nextCursor)) {
      throw new ContractError('The service returned the same cursor twice.', { operation });
    }
    seen.add(nextCursor);
    return nextCursor;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }

  async toArray({ limit = Number.POSITIVE_INFINITY } = {}): Promise<Item[]> {
    const items: Item[] = [];
    if (limit <= 0) return items;
    for await (const item of this) {
      items.push(item);
      if (items.length >= limit) break;
    }
    return items;
  }

  #page(): Promise<Page<Item>> {
    return this.withResponse().then(({ data }) => data);
  }

  // biome-ignore lint/suspicious/noThenProperty: a list is awaited like a promise, and lazy
  then<Value = Page<Item>, Refusal = never>(
    onValue?: ((page: Page<Item>) => Value | PromiseLike<Value>) | null,
    onError?: ((error: unknown) => Refusal | PromiseLike<Refusal>) | null,
  ): Promise<Value | Refusal> {
    return this.#page().then(onValue, onError);
  }

  catch<Refusal = never>(
    onError?: ((error: unknown) => Refusal | PromiseLike<Refusal>) | null,
  ): Promise<Page<Item> | Refusal> {
    return this.#page().catch(onError);
  }

  finally(onEnd?: (() => void) | null): Promise<Page<Item>> {
    return this.#page().finally(onEnd);
  }
}

export function listCall<Item>(operation: CalledName, fetchPage: FetchPage<Item>): ListCall<Item> {
  return new LazyList(operation, fetchPage);
}
