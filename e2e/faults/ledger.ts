import { API_VERSION, type OperationName } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';

type Headers = Readonly<Record<string, string>>;

/** A response of the service before it is sent. */
export interface FaultResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A request as the service receives it. */
export interface Arrived {
  readonly method: string;
  readonly path: string;
  header(name: string): string | undefined;
}

const FIVE_MINUTES = 300_000;

const resultOf = (name: OperationName) => exampleOf(name).result as object;

/**
 * A service that does not deduplicate: every write that reaches it is applied each time. Only
 * idempotency keys are honoured. A change that a client sends twice is counted twice.
 */
export class Ledger {
  readonly #applied = new Map<string, number>();
  readonly #keyed = new Map<string, FaultResponse>();
  readonly #skew: number;

  /** `skew` is how far its clock is from ours, in milliseconds. */
  constructor(skew = 0) {
    this.#skew = skew;
  }

  /** How often the change of one call was applied. */
  applied(marker: string): number {
    return this.#applied.get(marker) ?? 0;
  }

  now(): number {
    return Date.now() + this.#skew;
  }

  /** A refusal of the service. Nothing is applied. */
  refuse(status: number, code: string, headers?: Headers): FaultResponse {
    return this.#response(status, { status, code, message: `${code}.` }, headers);
  }

  /** Acts on a request. The last part of the resource's id is the marker of the call. */
  act({ method, path, header }: Arrived): FaultResponse {
    const [, resource = '', id = '', verb] = path.split(`/${API_VERSION}`)[1]?.split('/') ?? [];
    const marker = id.slice(id.indexOf(':') + 1);
    if (method === 'GET') return this.#response(200, { ...resultOf('cards.get'), id });
    if (verb === 'kyc-link') return this.#keyedWrite(header('idempotency-key') ?? '', marker);
    if (resource === 'cards' && header('service-wallet-signature') === undefined) {
      return this.#response(202, {
        payloadToSign: `freeze ${marker}`,
        requestId: `Request:${marker}`,
        expiresAt: new Date(this.now() + FIVE_MINUTES).toISOString(),
      });
    }
    this.#apply(marker);
    const changes = { cards: 'cards.update', transactions: 'transactions.reject' } as const;
    const change = changes[resource as keyof typeof changes] ?? 'customers.update';
    return this.#response(200, { ...resultOf(change), id });
  }

  #apply(marker: string): void {
    this.#applied.set(marker, this.applied(marker) + 1);
  }

  #keyedWrite(key: string, marker: string): FaultResponse {
    const first = this.#keyed.get(key);
    if (first !== undefined) return first;
    this.#apply(marker);
    const kycUrl = `https://verify.example.com/${marker}`;
    const response = this.#response(200, { ...resultOf('customers.createKycLink'), kycUrl });
    this.#keyed.set(key, response);
    return response;
  }

  #response(status: number, body: object, more: Headers = {}): FaultResponse {
    const text = JSON.stringify(body);
    const headers = {
      date: new Date(this.now()).toUTCString(),
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      ...more,
    };
    return { status, headers, text };
  }
}
