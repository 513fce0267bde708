import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { WEBHOOK_SIGNATURE_HEADER } from '@org/payments-contract';
import { createMock, type Mock } from '../../../mock.ts';
import { resolveSettings } from '../../../settings.ts';
import { signingKey } from '../../../webhooks/signing.ts';
import { listen, type MockServer } from '../../listen.ts';
import type { Delivery, TransferInput, WriteName } from './messages.ts';

/** A request to change something that reached the mock. */
export interface SeenRequest {
  readonly key: string | null;
}

/** The type of event that is delivered. */
const EVENT = 'OUTGOING_PAYMENT.COMPLETED';

/** The mock of one trial, which counts what it applies. */
export class Scene {
  readonly mock: Mock;
  readonly input: TransferInput;
  readonly #seed: string;
  readonly #changes = new EventTarget();
  #opening: Promise<void> | undefined;
  #server: MockServer | undefined;
  #folder = '';
  #requests: SeenRequest[] = [];

  constructor() {
    this.#seed = randomBytes(16).toString('hex');
    // A delay does not keep the command alive, once the client is gone.
    const sleep = (milliseconds: number) => wait(milliseconds, undefined, { ref: false });
    this.mock = createMock({ now: Date.now, seed: this.#seed, sleep });
    const { id: customerId } = this.mock.add.customer();
    const source = this.mock.add.internalAccount({ customerId, available: 1_000_000 });
    const destination = this.mock.add.externalAccount({ customerId });
    this.input = {
      source: { accountId: source.id },
      destination: { accountId: destination.id },
      amount: 1_00,
    };
    this.mock.onChange(() => this.#changes.dispatchEvent(new Event('change')));
  }

  /** Listens on a loopback port, and makes a folder that lasts as long as the trial. */
  open(): Promise<void> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'payments-doctor-'));
    const fetch: Mock['fetch'] = (input, init) => {
      const { method, headers } = input as Request;
      if (method !== 'GET') this.#requests.push({ key: headers.get('idempotency-key') });
      return this.mock.fetch(input, init);
    };
    this.#server = await listen(Object.create(this.mock, { fetch: { value: fetch } }) as Mock);
  }

  /** Waits for what still opens, and removes that too. */
  async close(): Promise<void> {
    await this.#opening?.catch(() => undefined);
    await this.#server?.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** A folder for the files of the setup, which the processes of a trial share. */
  get folder(): string {
    return this.#folder;
  }

  /** What the module reads. */
  get environment(): Readonly<Record<string, string>> {
    const { url = '', connection = this.mock.connection } = this.#server ?? {};
    return {
      PAYMENTS_BASE_URL: connection.baseUrl,
      PAYMENTS_TOKEN_ID: connection.tokenId,
      PAYMENTS_CLIENT_SECRET: connection.clientSecret,
      PAYMENTS_WEBHOOK_PUBLIC_KEY: this.mock.webhooks.publicKey,
      PAYMENTS_JOURNAL_SECRET: this.#seed,
      PAYMENTS_MOCK_URL: url,
      PAYMENTS_DOCTOR_FOLDER: this.#folder,
    };
  }

  /** What no line of a log may contain. */
  get secrets(): readonly string[] {
    const { tokenId, clientSecret } = this.mock.connection;
    return [clientSecret, btoa(`${tokenId}:${clientSecret}`), this.#seed];
  }

  /** How often the mock has applied a write. */
  applied(write: WriteName): number {
    const { transactions, customers } = this.mock.snapshot().tables;
    return (write === 'transfers.createOut' ? transactions : customers).rows.length;
  }

  /** Resolves after the next change of the mock's state. */
  changed(): Promise<unknown> {
    return once(this.#changes, 'change');
  }

  /** The requests to change something since the last call of this function. */
  takeRequests(): readonly SeenRequest[] {
    return this.#requests.splice(0);
  }

  /** Moves the mock's clock as a test does: those who follow it know before this resolves. */
  async advance(milliseconds: number): Promise<void> {
    const body = JSON.stringify({ advance: { milliseconds } });
    await fetch(`${this.#server?.url}/__mock/clock`, { method: 'POST', body });
  }

  /** A new event, as it is delivered. */
  async delivery(): Promise<Delivery> {
    const sent: Delivery[] = [];
    const stop = this.mock.deliverTo(async (request) => {
      sent.push({ headers: [...request.headers], body: await request.text() });
      return new Response();
    });
    const { id } = this.mock.webhooks.trigger(EVENT);
    await this.mock.webhooks.flush();
    stop();
    const found = sent.find(({ body }) => (JSON.parse(body) as { id: string }).id === id);
    if (found === undefined) throw new Error(`The mock did not deliver the event ${id}.`);
    return found;
  }

  /** The same event with spaces and line breaks, which a handler of parsed JSON does not keep. */
  spaced({ headers, body }: Delivery): Delivery {
    const text = JSON.stringify(JSON.parse(body), undefined, 2);
    const signature = signingKey(resolveSettings({ seed: this.#seed })).sign(text);
    const name = WEBHOOK_SIGNATURE_HEADER.toLowerCase();
    const others = headers.filter(([header]) => header !== name && header !== 'content-length');
    return { headers: [...others, [name, signature]], body: text };
  }
}
