import { iso, type MockClock } from '../clock.ts';

/** A message that the service would have delivered. */
export interface OutboxMessage {
  /** When it was sent, ISO 8601. */
  readonly at: string;
  readonly channel: 'email' | 'sms';
  /** E-mail address or phone number. */
  readonly to: string;
  /** The credential it belongs to. */
  readonly credentialId: string;
  /** The one-time code. */
  readonly code: string;
}

/** Codes that were "sent", oldest first. Nothing is delivered. */
export class Outbox {
  readonly #messages: OutboxMessage[] = [];
  readonly #limit: number;
  readonly #clock: MockClock;
  readonly #changed: () => void;

  /** @param changed called after every change of the messages */
  constructor(limit: number, clock: MockClock, changed: () => void) {
    this.#limit = limit;
    this.#clock = clock;
    this.#changed = changed;
  }

  get messages(): readonly OutboxMessage[] {
    return [...this.#messages];
  }

  send(message: Omit<OutboxMessage, 'at'>): void {
    this.#messages.push({ at: iso(this.#clock.now()), ...message });
    if (this.#messages.length > this.#limit) this.#messages.shift();
    this.#changed();
  }

  clear(): void {
    this.#messages.length = 0;
    this.#changed();
  }
}
