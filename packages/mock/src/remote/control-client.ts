import type { Duration, Instant } from '../clock.ts';
import type { Panel } from '../engine/panels.ts';
import type { MockEvent } from '../engine/tables.ts';
import type { ArmedFault } from '../faults/fault-list.ts';
import type { OutboxMessage } from '../log/outbox.ts';
import type { LoggedRequest } from '../log/request-log.ts';
import type { Connection } from '../options/settings.ts';
import type { LedgerOverview } from '../overview.ts';
import type { WebhookDelivery } from '../webhooks/tables.ts';

interface Refused {
  readonly message?: string;
  /** Where the value is that a set of fixtures has wrong. */
  readonly path?: string;
}

/** Sends the requests of the control API of a mock that runs in another process. */
export class ControlClient {
  readonly #where: () => string | URL;

  /** @param where returns the address of a mock or of a world, with the token in its fragment */
  constructor(where: () => string | URL) {
    this.#where = where;
  }

  /** The address without the token. */
  get address(): string {
    const { origin, pathname } = new URL(this.#where());
    return `${origin}${pathname.endsWith('/') ? pathname : `${pathname}/`}`;
  }

  /** Opens a stream of events; its response is not checked. */
  stream(path: string, signal: AbortSignal): Promise<Response> {
    return this.#request(path, { signal });
  }

  async send(method: string, path: string, body?: unknown): Promise<Response> {
    const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await this.#request(path, init);
    if (response.ok) return response;
    const { message, path: at } = (await response.json().catch(() => ({}))) as Refused;
    const error = new Error(message ?? `The server responded with ${response.status}.`);
    throw at === undefined ? error : Object.assign(error, { path: at });
  }

  #request(path: string, init: RequestInit): Promise<Response> {
    const token = new URLSearchParams(new URL(this.#where()).hash.slice(1)).get('token');
    const authorization = token === null ? {} : { Authorization: `Bearer ${token}` };
    const headers = { 'Content-Type': 'application/json', ...authorization };
    return fetch(`${this.address}__mock${path}`, { ...init, headers });
  }

  async #read<Body>(path: string, method = 'GET', body?: unknown): Promise<Body> {
    return (await (await this.send(method, path, body)).json()) as Body;
  }

  readonly connection = () => this.#read<Connection>('/connection');
  readonly clock = async () => (await this.#read<{ readonly iso: string }>('/clock')).iso;
  readonly log = () => this.#read<LoggedRequest[]>('/log');
  readonly panels = () => this.#read<Panel[]>('/panels');
  readonly ledger = () => this.#read<LedgerOverview>('/ledger');
  readonly faults = () => this.#read<ArmedFault[]>('/faults');
  readonly arm = (fault: unknown) => this.#read<ArmedFault>('/faults', 'POST', fault);
  readonly outbox = () => this.#read<OutboxMessage[]>('/outbox');
  readonly events = () => this.#read<MockEvent[]>('/webhooks/events');
  readonly deliveries = () => this.#read<WebhookDelivery[]>('/webhooks/deliveries');
  readonly trigger = (type: string) => this.#read<MockEvent>('/webhooks/trigger', 'POST', { type });
  readonly reset = () => this.send('POST', '/reset');
  readonly add = (name: string, fields: object) =>
    this.#read<unknown>(`/fixtures/${name}`, 'POST', fields);
  readonly load = (set: object) => this.#read<unknown>('/fixtures', 'POST', set);
  readonly advance = (advance: Duration) => this.send('POST', '/clock', { advance });
  readonly setClock = (set: Instant) => this.send('POST', '/clock', { set });
  readonly addWorld = (options: object) => this.#read<unknown>('/worlds', 'POST', options);
  readonly removeWorld = (name: string) => this.send('DELETE', `/worlds/${name}`);
}
