import type { AgentClient } from '@org/payments-sdk';
import type { Approvals, Asking } from '../approval/approve.ts';
import type { McpSettings } from '../options.ts';
import type { AnyClient } from '../tools/method.ts';
import type { SentWrites } from './sent-writes.ts';

/** What a call of a tool needs of its connection. */
export interface RunContext {
  readonly client: AnyClient;
  /** The client again if it is an agent's: its policy is then checked first. */
  readonly agent: AgentClient | undefined;
  readonly settings: McpSettings;
  readonly approvals: Approvals;
  readonly asking: Asking;
  /** Tells the client the outcome of a call. */
  readonly log: (level: 'info' | 'warning', data: object) => void;
  /** What the journal says of the writes that were sent. */
  readonly writes: SentWrites;
}
