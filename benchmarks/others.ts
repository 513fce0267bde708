/** The parts of other libraries that the rows call, as `peers/others.ts` implements them. */
export interface Others {
  /** Returns what stamps with Turnkey's stamper, with a key given as hex. */
  turnkeyStamp(publicKey: string, scalar: string): Promise<(payload: string) => Promise<unknown>>;
  /** Returns what opens a sealed key with Turnkey's library. */
  turnkeyOpen(): Promise<(sealed: string, scalar: string) => unknown>;
  /** Returns an MSW server that responds to a URL. */
  mswServer(url: string, body: object): Promise<{ listen(): void; close(): void }>;
}

/** Loaded on demand, from a project that has its own lock file. */
export async function others(): Promise<Others> {
  return import(new URL('peers/others.ts', import.meta.url).href);
}
