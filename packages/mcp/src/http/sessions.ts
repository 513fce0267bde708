import { randomUUID } from 'node:crypto';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { PaymentsMcp } from '../create-payments-mcp.ts';
import { HttpRefusal } from '../errors/http-refusal.ts';

/** The sessions of clients over HTTP. Beyond the limit the one used least recently ends. */
export class Sessions {
  readonly #open = new Map<string, StreamableHTTPServerTransport>();
  readonly #mcp: PaymentsMcp;
  readonly #limit: number;

  constructor(mcp: PaymentsMcp, limit: number) {
    this.#mcp = mcp;
    this.#limit = limit;
  }

  /** Returns the transport of a session that is open. @throws HttpRefusal */
  require(id: string | undefined): StreamableHTTPServerTransport {
    const transport = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined || transport === undefined) throw new HttpRefusal('UNKNOWN_SESSION');
    this.#open.delete(id);
    this.#open.set(id, transport);
    return transport;
  }

  /** A transport for a client that begins a session. */
  async begin(): Promise<StreamableHTTPServerTransport> {
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => this.#keep(id, transport),
    });
    transport.onclose = () => {
      if (transport.sessionId !== undefined) this.#open.delete(transport.sessionId);
    };
    await this.#mcp.connect(transport);
    return transport;
  }

  #keep(id: string, transport: StreamableHTTPServerTransport): void {
    this.#open.set(id, transport);
    const [oldest] = this.#open;
    if (this.#open.size > this.#limit && oldest !== undefined) {
      this.#open.delete(oldest[0]);
      void oldest[1].close();
    }
  }

  /** Ends all sessions. */
  async close(): Promise<void> {
    const all = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(all.map((transport) => transport.close()));
  }
}
