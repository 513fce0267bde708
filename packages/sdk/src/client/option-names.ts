import type { KindsOf } from '@org/payments-contract/internal';
import type {
  AgentClientOptions,
  AgentIdentity,
  AnyCallOptions,
  DeviceCodeOptions,
  PaymentsClientOptions,
  PlatformIdentity,
  SharedOptions,
} from '../call/options.ts';

const shared: KindsOf<SharedOptions> = {
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

const client = { baseUrl: true, appInfo: true, journal: true, account: true } as const;

/** Options of any call. */
export const callOptionNames: KindsOf<AnyCallOptions> = {
  ...shared,
  signal: true,
  current: true,
  extra: true,
  idempotencyKey: true,
  onProgress: true,
};

/** Options that `withOptions` inherits. */
export const sharedOptionNames = shared;

/** Options by which `withOptions` creates a client of another account or service. */
export const platformIdentityNames: KindsOf<PlatformIdentity> = {
  baseUrl: true,
  account: true,
  tokenId: true,
  clientSecret: true,
  credentials: true,
};

/** The same for an agent's client. */
export const agentIdentityNames: KindsOf<AgentIdentity> = {
  baseUrl: true,
  account: true,
  accessToken: true,
};

/** Options of a platform's client. */
export const platformOptionNames: KindsOf<PaymentsClientOptions> = {
  ...shared,
  ...client,
  tokenId: true,
  clientSecret: true,
  credentials: true,
};

/** Options of an agent's client. */
export const agentOptionNames: KindsOf<AgentClientOptions> = {
  ...shared,
  ...client,
  accessToken: true,
};

/** Options of a client that is created from a device code. */
export const deviceCodeOptionNames: KindsOf<DeviceCodeOptions> = {
  ...shared,
  ...client,
  onRedeemed: true,
};
