import { randomUUID } from 'node:crypto';
import type { EventStore } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

interface StoredEvent {
  readonly id: string;
  readonly streamId: string;
  readonly message: JSONRPCMessage;
}

/** Events that one session keeps; the oldest is dropped. */
const MAX_EVENTS = 500;

/**
 * The messages of one session, so that a client whose stream broke receives what it missed: the
 * result of a payment must not be lost with a connection.
 */
export class SessionEvents implements EventStore {
  readonly #events: StoredEvent[] = [];

  async storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    const id = randomUUID();
    this.#events.push({ id, streamId, message });
    if (this.#events.length > MAX_EVENTS) this.#events.shift();
    return id;
  }

  async getStreamIdForEventId(eventId: string): Promise<string | undefined> {
    return this.#events.find(({ id }) => id === eventId)?.streamId;
  }

  /** Sends the messages of the stream that came after an event. */
  async replayEventsAfter(
    lastEventId: string,
    { send }: { send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const at = this.#events.findIndex(({ id }) => id === lastEventId);
    const streamId = this.#events[at]?.streamId ?? '';
    for (const event of at < 0 ? [] : this.#events.slice(at + 1)) {
      // An event that opens a stream has no message.
      const isMessage = Object.keys(event.message).length > 0;
      if (event.streamId === streamId && isMessage) await send(event.id, event.message);
    }
    return streamId;
  }
}
