import type { AgentClient } from '@org/payments-sdk';
import type { Approvals, Asking } from '../approval/approve.ts';
import type { McpSettings } from '../options.ts';
import type { AnyClient } from '../tools/method.ts';
import type { LostWrites } from './lost-writes.ts';
import type { SentKeys } from './sent-keys.ts';

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
  /** The calls with a key that the server has sent. */
  readonly sentKeys: SentKeys;
  /** The writes whose outcome a read can still show. */
  readonly lostWrites: LostWrites;
}
