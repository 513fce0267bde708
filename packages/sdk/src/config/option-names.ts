import type { InputIssue } from '@org/payments-contract';
import type {
  AgentClientOptions,
  AnyCallOptions,
  DeviceCodeOptions,
  PaymentsClientOptions,
  SharedOptions,
} from './options.ts';

type Names<Options> = Readonly<Record<keyof Options, true>>;

const shared: Names<SharedOptions> = {
  stamper: true,
  timeout: true,
  deadline: true,
  retry: true,
  fetch: true,
  transport: true,
  logger: true,
  logLevel: true,
  validate: true,
  onDrift: true,
  clock: true,
  observers: true,
  maxResponseBytes: true,
  headers: true,
};

const client = { baseUrl: true, appInfo: true, journal: true } as const;

/** Options of any call. */
export const callOptionNames: Names<AnyCallOptions> = {
  ...shared,
  signal: true,
  current: true,
  idempotencyKey: true,
  onProgress: true,
};

/** Options of `withOptions`. */
export const sharedOptionNames = shared;

/** Options of a platform's client. */
export const platformOptionNames: Names<PaymentsClientOptions> = {
  ...shared,
  ...client,
  tokenId: true,
  clientSecret: true,
  credentials: true,
};

/** Options of an agent's client. */
export const agentOptionNames: Names<AgentClientOptions> = {
  ...shared,
  ...client,
  accessToken: true,
};

/** Options of a client that is made from a device code. */
export const deviceCodeOptionNames: Names<DeviceCodeOptions> = {
  ...shared,
  ...client,
  onRedeemed: true,
};

/** Single-character edits between two names, the case of letters aside. */
function distance(from: string, to: string): number {
  const [a, b] = [from.toLowerCase(), to.toLowerCase()];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

function closest(name: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, edits: distance(name, candidate) }))
    .sort((one, other) => one.edits - other.edits);
  const [best] = ranked;
  return best !== undefined && best.edits <= Math.max(2, name.length / 2)
    ? best.candidate
    : undefined;
}

/** One issue for each option whose name is not known, with the closest name that is. */
export function unknownOptions(
  options: object,
  known: Readonly<Record<string, true>>,
): InputIssue[] {
  return Object.keys(options)
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => {
      const guess = closest(name, Object.keys(known));
      const hint = guess === undefined ? '' : `; did you mean \`${guess}\`?`;
      return { path: name, message: `is not an option${hint}` };
    });
}
