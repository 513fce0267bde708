import type { OperationName, Permission } from '@org/payments-contract';
import type { AgentClient, Logger, PaymentsClient } from '@org/payments-sdk';
import { McpOptionError } from './errors/option-error.ts';

/** Supplies the time, so that tests can move it. */
export interface McpClock {
  /** Milliseconds since 1970. */
  now(): number;
}

/** Options of every server. */
export interface SharedMcpOptions {
  /**
   * The tools to offer, as a subset of those available: names of operations, such as
   * `transactions.list`, or of resources, such as `transactions`. Default all. Fewer tools leave a
   * model more room.
   */
  readonly tools?: readonly string[] | undefined;
  /** Asks for confirmation before every write, not only before those that move money. Default false. */
  readonly confirmWrites?: boolean | undefined;
  /**
   * Lets a client that cannot ask its user confirm with a second call. Default true; with false such
   * a client cannot move money at all.
   */
  readonly twoStep?: boolean | undefined;
  /** Milliseconds a person has to confirm. Default 300,000. */
  readonly confirmationLifetime?: number | undefined;
  /** Receives one line for each call of a tool, with secrets masked. Default: nothing is logged. */
  readonly logger?: Logger | undefined;
  /** Supplies the time. */
  readonly clock?: McpClock | undefined;
}

/** A server for one agent: its own operations, within its policy. */
export interface AgentMcpOptions extends SharedMcpOptions {
  /** Created with `createAgentClient`. */
  readonly agent: AgentClient;
  /** Only if `agent` is left out. */
  readonly platform?: undefined;
}

/** A server for a platform: what its API token may read. */
export interface PlatformMcpOptions extends SharedMcpOptions {
  /** Created with `createPaymentsClient`. */
  readonly platform: PaymentsClient<boolean>;
  /** Only if `platform` is left out. */
  readonly agent?: undefined;
  /**
   * What the API token may do. If left out, the server determines it when the tools are first
   * listed: with two reads and, only if a write that needs `TRANSACT` is allowed, with an empty
   * quote, which the service refuses.
   */
  readonly permissions?: readonly Permission[] | undefined;
  /**
   * Writes to offer: the names of operations, or true for all. Default none. Operations that must be
   * signed, upload a file or return a secret are never offered.
   */
  readonly allowWrites?: boolean | readonly OperationName[] | undefined;
}

/** Options of `createPaymentsMcp`. */
export type PaymentsMcpOptions = AgentMcpOptions | PlatformMcpOptions;

/** Options with their defaults filled in. */
export interface McpSettings {
  readonly confirmWrites: boolean;
  readonly twoStep: boolean;
  readonly confirmationLifetime: number;
  readonly logger: Logger | undefined;
  readonly clock: McpClock;
}

/** Fills in the defaults. @throws McpOptionError for a lifetime that is not a positive number */
export function settingsOf(options: SharedMcpOptions): McpSettings {
  const { confirmationLifetime = 300_000 } = options;
  if (!Number.isSafeInteger(confirmationLifetime) || confirmationLifetime <= 0) {
    throw new McpOptionError(
      `\`confirmationLifetime\` is ${confirmationLifetime}.`,
      'Pass a whole number of milliseconds above 0, such as 300000.',
    );
  }
  return {
    confirmWrites: options.confirmWrites ?? false,
    twoStep: options.twoStep ?? true,
    confirmationLifetime,
    logger: options.logger,
    clock: options.clock ?? Date,
  };
}
