/** Credentials of the mock in its own process. */
export const MOCK_CREDENTIALS = { tokenId: 'token', clientSecret: 'secret' } as const;

/** Their `Authorization` header. */
export const AUTHORIZATION = `Basic ${btoa('token:secret')}`;
/** How long a run takes and where its processes run. */
export const settings = {
  /** A short run, to check that everything works; its figures are not for publication. */
  quick: process.argv.includes('--quick'),
  /** The cores of the contenders and of their servers; empty if processes cannot be pinned. */
  clientCore: process.env.BENCH_CLIENT_CORE ?? '',
  serverCore: process.env.BENCH_SERVER_CORE ?? '',
} as const;

/** A count of rounds or calls, reduced in a quick run. */
export function scaled(count: number): number {
  return settings.quick ? Math.max(3, Math.round(count / 8)) : count;
}
