/** A transfer from an internal to an external account. */
export interface TransferInput {
  readonly source: { readonly accountId: string };
  readonly destination: { readonly accountId: string };
  readonly amount: number;
}

/** The writes that are tried: one that an idempotency key protects, and one without a key. */
export type WriteName = 'transfers.createOut' | 'customers.create';

/** A delivery of a webhook, as it arrives at an endpoint. */
export interface Delivery {
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** A step that a process takes with the setup that it has loaded. */
export type Task =
  | { readonly kind: 'pay'; readonly input: TransferInput }
  | { readonly kind: 'create-customer' }
  | { readonly kind: 'deliver'; readonly delivery: Delivery }
  | { readonly kind: 'recover' }
  | { readonly kind: 'end' };

/** What an application concludes from a call. */
export type Outcome = 'applied' | 'not-applied' | 'unknown';

/** The result of a step. */
export type Result =
  | { readonly kind: 'outcome'; readonly outcome: Outcome; readonly error?: string }
  | {
      readonly kind: 'response';
      readonly status: number;
      /** How often handlers have run in the process; undefined if nothing counts it. */
      readonly handled: number | undefined;
    }
  | {
      readonly kind: 'recovery';
      /** The recovered writes; undefined if the client has no journal. */
      readonly writes: readonly RecoveredOutcome[] | undefined;
      readonly error?: string;
    };

/** One write that a recovery lists. */
export interface RecoveredOutcome {
  readonly operation: string;
  readonly outcome: Outcome;
}

/** What a process has found in a setup. */
export interface Loaded {
  readonly kind: 'loaded';
  /** Why the setup cannot be used; undefined if it can. */
  readonly problem?: string;
  /** What it exports. */
  readonly exports: readonly ('payments' | 'webhooks')[];
}

/** A message to a process. */
export interface Order {
  readonly id: number;
  readonly task: Task;
}

/** A message from a process. */
export type Report =
  | Loaded
  | { readonly kind: 'result'; readonly id: number; readonly result: Result };
