import type { Agent } from 'node:http';

/** The settings of a peer's client. */
export interface PeerServer {
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly agent: Agent;
}

/** Peers' ways to fetch the card, by name; and a function that closes their sockets. */
export interface PeerClients {
  readonly works: Readonly<Record<string, () => Promise<unknown>>>;
  close(): Promise<void>;
}

/** What `peers/clients.ts` exports. */
export interface ClientsModule {
  peerClients(server: PeerServer, parse: (value: unknown) => unknown): PeerClients;
}

/** What `peers/cryptography.ts` exports. */
export interface CryptographyModule {
  /** Stamps with Turnkey's stamper. */
  turnkeyStamp(publicKey: string, scalar: string): Promise<(payload: string) => Promise<unknown>>;
  /** Opens a sealed key with Turnkey's library. */
  turnkeyOpen(sealed: string, scalar: string): unknown;
}

/** What `peers/msw.ts` exports. */
export interface MswModule {
  /** Intercepts requests to a URL with one handler; returns a function that ends it. */
  intercept(url: string, body: unknown): () => void;
}

async function load(name: string): Promise<unknown> {
  return import(new URL(`../peers/${name}.ts`, import.meta.url).href);
}

/** The peers' modules; loaded on demand, from a project that has its own lock. */
export const peers = {
  clients: () => load('clients') as Promise<ClientsModule>,
  cryptography: () => load('cryptography') as Promise<CryptographyModule>,
  msw: () => load('msw') as Promise<MswModule>,
} as const;
