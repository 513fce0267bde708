import { journaled } from '../call/journaled.ts';
import { type RecoverOptions, recoverSettings } from '../recover/options.ts';
import { type JournaledContext, Walk } from '../recover/walk.ts';
import type { JournalWork } from './journal.ts';

/** The work that journals bring to their clients. */
export const journalWork = {
  record: journaled,
  recover: (client: JournaledContext, options: RecoverOptions) =>
    new Walk(client, recoverSettings(options)),
} satisfies JournalWork;
