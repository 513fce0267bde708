import { isPaymentsError } from '../errors/payments-error.ts';
import { RunError } from './run-error.ts';
import type { RunSession } from './run-state.ts';

/** Rejects with a RunError if the state fails, whichever database it is in. */
async function guard<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw isPaymentsError(error) ? error : new RunError('RUN_STATE_FAILED', { cause: error });
  }
}

/** Opens a session whose failures are errors of the run. */
export async function guardedSession(open: () => Promise<RunSession>): Promise<RunSession> {
  const session = await guard(open);
  return {
    offer: (items) => guard(() => session.offer(items)),
    reopen: (items) => guard(() => session.reopen(items)),
    complete: () => guard(() => session.complete()),
    claim: (limit, lease) => guard(() => session.claim(limit, lease)),
    renew: (tokens, lease) => guard(() => session.renew(tokens, lease)),
    save: (token, steps) => guard(() => session.save(token, steps)),
    release: (token, release) => guard(() => session.release(token, release)),
    finish: (token, outcome, steps) => guard(() => session.finish(token, outcome, steps)),
    reserve: (interval) => guard(() => session.reserve(interval)),
    slow: (pause, perSecond) => guard(() => session.slow(pause, perSecond)),
    progress: () => guard(() => session.progress()),
    results: (after, limit) => guard(() => session.results(after, limit)),
  };
}
