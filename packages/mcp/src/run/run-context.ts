import type { Approvals, Asking } from '../approval/approvals.ts';
import type { McpSettings } from '../options.ts';
import type { AnyClient } from '../tools/method.ts';
import type { SentWrites } from './sent-writes.ts';

/** What a call of a tool needs of its connection. */
export interface RunContext {
  readonly client: AnyClient;
  /** Whether the client is an agent's: its operations have names of their own. */
  readonly isAgent: boolean;
  readonly settings: McpSettings;
  readonly approvals: Approvals;
  readonly asking: Asking;
  /** Tells the client the outcome of a call. */
  readonly log: (level: 'info' | 'warning', data: object) => void;
  /** What the journal says of the writes that were sent. */
  readonly writes: SentWrites;
}
