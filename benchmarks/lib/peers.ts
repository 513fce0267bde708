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
  cryptography: () => load('cryptography') as Promise<CryptographyModule>,
  msw: () => load('msw') as Promise<MswModule>,
} as const;
