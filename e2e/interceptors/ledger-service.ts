import type { Ledger } from '../faults/ledger.ts';

/** How a tool treats the request that a case singles out. */
export type Treatment = 'lost reply' | 'reset' | 'refusal' | 'no response' | 'slow body';

export const treatments: readonly Treatment[] = [
  'lost reply',
  'reset',
  'refusal',
  'no response',
  'slow body',
];

/** A request as a tool hands it on. */
export interface InterceptedRequest {
  readonly method: string;
  readonly url: string;
  header(name: string): string | undefined;
}

/** What the tool is to do with it; each tool has its own means for the same thing. */
export type Reply =
  | { readonly kind: 'response'; readonly status: number; readonly text: string }
  /** A network error in place of a response. `isRefusal`: as if nobody had listened. */
  | { readonly kind: 'error'; readonly isRefusal: boolean }
  | { readonly kind: 'silence' }
  /** A status line and part of the body; the rest breaks off, or never arrives. */
  | {
      readonly kind: 'broken' | 'stalled';
      readonly status: number;
      readonly text: string;
    };

/** The service behind a tool: it applies each write, and lets the tool fail one request. */
export class LedgerService {
  readonly #ledger: Ledger;
  readonly #treatment: Treatment;
  readonly #leg: 1 | 2;
  /** Requests of the leg that is treated. */
  requests = 0;

  constructor(ledger: Ledger, treatment: Treatment, leg: 1 | 2) {
    this.#ledger = ledger;
    this.#treatment = treatment;
    this.#leg = leg;
  }

  handle({ method, url, header }: InterceptedRequest): Reply {
    const leg = header('service-wallet-signature') === undefined ? 1 : 2;
    if (leg === this.#leg) this.requests += 1;
    const isTreated = leg === this.#leg && this.requests === 1;
    if (isTreated && this.#treatment === 'refusal') return { kind: 'error', isRefusal: true };
    const { pathname: path } = new URL(url);
    const { status, text } = this.#ledger.act({ method, path, header });
    if (!isTreated) return { kind: 'response', status, text };
    if (this.#treatment === 'lost reply') return { kind: 'error', isRefusal: false };
    if (this.#treatment === 'no response') return { kind: 'silence' };
    return { kind: this.#treatment === 'reset' ? 'broken' : 'stalled', status, text };
  }
}

/** A network error with the code and system call that the platform would report. */
export function systemError(isRefusal: boolean): Error {
  const [code, syscall] = isRefusal ? ['ECONNREFUSED', 'connect'] : ['ECONNRESET', 'read'];
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
}

/** A body whose second half never arrives, or breaks off. */
export function partialBody({ kind, text }: { kind: 'broken' | 'stalled'; text: string }) {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text.slice(0, text.length / 2)));
      if (kind === 'broken') setImmediate(() => controller.error(systemError(false)));
    },
  });
}
