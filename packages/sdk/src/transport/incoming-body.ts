import { decodeBytes, fromUtf8 } from './decode-body.ts';
import { BodyTooLargeError } from './transport.ts';

/** Bytes read before the body is requested; after that the socket is paused. */
const UNREAD_LIMIT = 65_536;

/** The flow of a response's bytes, as a socket offers it. */
export interface Flow {
  pause(): void;
  resume(): void;
  /** Ends the exchange before its body is complete. */
  stop(error: Error): void;
}

/** Collects the bytes of one response body, up to the limit of the reader. */
export class IncomingBody {
  readonly #flow: Flow;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #limit: number | undefined;
  #ended = false;
  #failure: { readonly reason: unknown } | undefined;
  #settle: { resolve(): void; reject(reason: unknown): void } | undefined;

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  /** Whether every byte has arrived. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Whether the body has not been asked for. */
  get isUnread(): boolean {
    return this.#limit === undefined;
  }

  push(chunk: Uint8Array): void {
    if (this.#failure !== undefined) return;
    this.#chunks.push(chunk);
    this.#size += chunk.byteLength;
    if (this.#limit !== undefined) this.#check(this.#size, this.#limit);
    else if (this.#size > UNREAD_LIMIT) this.#flow.pause();
  }

  end(): void {
    this.#ended = true;
    this.#settle?.resolve();
  }

  fail(reason: unknown): void {
    if (this.#failure !== undefined || this.#ended) return;
    this.#failure = { reason };
    this.#chunks = [];
    this.#settle?.reject(reason);
  }

  /** Reads the body as text; see `TransportResponse.text`. */
  async text(limit: number, declared: string | null, encoding: string | null): Promise<string> {
    const rest = this.#rest(limit, declared);
    if (rest !== undefined) await rest;
    const bytes = this.#whole();
    return fromUtf8(encoding === null ? bytes : await decodeBytes(bytes, encoding, limit));
  }

  /** Reads the body as bytes; see `TransportResponse.bytes`. */
  async bytes(
    limit: number,
    declared: string | null,
    encoding: string | null,
  ): Promise<Uint8Array> {
    const rest = this.#rest(limit, declared);
    if (rest !== undefined) await rest;
    const bytes = this.#whole();
    return encoding === null ? bytes : await decodeBytes(bytes, encoding, limit);
  }

  /** Lets the rest of the body arrive; undefined if it has arrived. */
  #rest(limit: number, declared: string | null): Promise<void> | undefined {
    this.#limit = limit;
    this.#check(Math.max(this.#size, Number(declared ?? 0) || 0), limit);
    if (this.#ended || this.#failure !== undefined) return undefined;
    return new Promise<void>((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#flow.resume();
    });
  }

  #whole(): Uint8Array {
    if (this.#failure !== undefined) throw this.#failure.reason;
    return this.#joined();
  }

  #joined(): Uint8Array {
    const [only] = this.#chunks;
    if (this.#chunks.length === 1 && only !== undefined) return only;
    const all = new Uint8Array(this.#size);
    let offset = 0;
    for (const chunk of this.#chunks) {
      all.set(chunk, offset);
      offset += chunk.byteLength;
    }
    return all;
  }

  #check(size: number, limit: number): void {
    if (size <= limit || this.#failure !== undefined) return;
    const error = new BodyTooLargeError(`The body is larger than ${limit} bytes.`);
    this.#failure = { reason: error };
    this.#chunks = [];
    this.#settle?.reject(error);
    if (!this.#ended) this.#flow.stop(error);
  }
}
