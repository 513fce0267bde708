import { journaled } from '../call/send/recording.ts';
import type { JournalWork } from '../outcome/journal.ts';
import { type RecoverOptions, recoverSettings, type SuperviseOptions } from '../recover/options.ts';
import { type JournaledContext, RecoveryRun } from '../recover/recovery-run.ts';
import { sentBefore } from '../recover/sent-before.ts';
import { JournalSupervisor } from '../recover/supervisor.ts';

/** The work that journals bring to their clients. */
export const journalWork = {
  record: journaled,
  sentBefore,
  recover: (client: JournaledContext, options: RecoverOptions) =>
    new RecoveryRun(client, recoverSettings(options)),
  supervise: (client: JournaledContext, options: SuperviseOptions) =>
    new JournalSupervisor(client, options),
} satisfies JournalWork;
