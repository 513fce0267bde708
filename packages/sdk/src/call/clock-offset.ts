import { isPaymentsError } from '../errors/payments-error.ts';
import { momentOf } from '../outcome/read-timing.ts';
import { uncached } from './call.ts';
import type { ClientContext } from './context.ts';
import { readEvidence } from './execute.ts';
import type { CallOptions } from './options.ts';

/** Reads that need no input. */
export const probes = { platform: 'config.get', agent: 'agent.me.get' } as const;

/**
 * The service's clock minus ours: the age of a key is not judged by a clock of ours alone. Sends a read
 * if no response has shown it yet, or `isNow` asks for it, because ours may have stood still since;
 * undefined if no response has shown it.
 *
 * @throws PaymentsError if no response has ever arrived
 */
export async function clockOffset(
  context: ClientContext,
  options: CallOptions,
  isNow = false,
): Promise<number | undefined> {
  const { clock } = context.settings(undefined);
  const shown = () => context.serviceClock.offsetAt(momentOf(clock));
  const operation = context.operation(probes[context.auth]);
  if (operation !== undefined && (isNow || shown() === undefined)) {
    const read = readEvidence(context, operation, undefined, uncached(options));
    await read.catch((error: unknown) => {
      // A refusal of the service shows its time too.
      const isResponse = isPaymentsError(error) && 'status' in error;
      if (!isResponse && shown() === undefined) throw error;
    });
  }
  return shown();
}
