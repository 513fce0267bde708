import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { PaymentsMcp } from '../create-payments-mcp.ts';
import { HttpRefusal } from '../errors/http-refusal.ts';
import { SessionEvents } from './event-store.ts';

interface Session {
  readonly transport: StreamableHTTPServerTransport;
  /** Messages whose responses are not complete, such as calls that a person is to confirm. */
  running: number;
}

/**
 * The sessions of clients over HTTP. Beyond the limit the one used least recently ends; one with a
 * running call does not, because its client would not learn whether a payment was made.
 */
export class Sessions {
  readonly #open = new Map<string, Session>();
  readonly #mcp: PaymentsMcp;
  readonly #limit: number;

  constructor(mcp: PaymentsMcp, limit: number) {
    this.#mcp = mcp;
    this.#limit = limit;
  }

  /** Handles a GET or DELETE of an open session. @throws HttpRefusal */
  async handle(
    id: string | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    await this.#require(id).transport.handleRequest(request, response);
  }

  /** Handles a message of an open session. @throws HttpRefusal */
  async message(
    id: string,
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
  ): Promise<void> {
    const session = this.#require(id);
    session.running += 1;
    response.once('close', () => {
      session.running -= 1;
    });
    await session.transport.handleRequest(request, response, body);
  }

  /** Handles the first message of a client, which begins a session. @throws HttpRefusal */
  async begin(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const isFull = this.#open.size >= this.#limit;
    if (isFull && this.#leastUsed() === undefined) throw new HttpRefusal('TOO_MANY_SESSIONS');
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: new SessionEvents(),
      onsessioninitialized: (id) => this.#keep(id, transport),
    });
    transport.onclose = () => {
      if (transport.sessionId !== undefined) this.#open.delete(transport.sessionId);
    };
    await this.#mcp.connect(transport);
    await transport.handleRequest(request, response, body);
    // A first message other than `initialize` was refused, and opened nothing.
    if (transport.sessionId === undefined) await transport.close();
  }

  /** Ends all sessions. */
  async close(): Promise<void> {
    const all = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(all.map(({ transport }) => transport.close()));
  }

  #require(id: string | undefined): Session {
    const session = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined || session === undefined) throw new HttpRefusal('UNKNOWN_SESSION');
    this.#open.delete(id);
    this.#open.set(id, session);
    return session;
  }

  /** Returns the session used least recently of those without a running call. */
  #leastUsed(): readonly [id: string, session: Session] | undefined {
    return [...this.#open].find(([, { running }]) => running === 0);
  }

  #keep(id: string, transport: StreamableHTTPServerTransport): void {
    const oldest = this.#open.size >= this.#limit ? this.#leastUsed() : undefined;
    this.#open.set(id, { transport, running: 0 });
    if (oldest === undefined) return;
    this.#open.delete(oldest[0]);
    void oldest[1].transport.close();
  }
}
