import type {
  BeginResponse,
  CompleteRequest,
  CompleteResponse,
} from '@org/payments-relay/protocol';
import type { WalletContext } from '../context.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { fetchRemainingLifetime } from '../session/account.ts';
import type { LiveSession } from '../session/live-session.ts';
import type { SessionInfo } from '../session/state.ts';
import type { Expected } from './payload/request.ts';

/** Both legs of a signed operation, as calls to the relay. */
export interface Legs<Result> {
  readonly begin: () => Promise<BeginResponse<Result>>;
  readonly complete: (request: CompleteRequest) => Promise<CompleteResponse<Result>>;
  /** The request that the payload must match. */
  readonly expected: Expected;
}

/** Leg 1, the stamp, leg 2. */
export async function signedRetry<Result>(
  { signer }: Pick<WalletContext, 'signer'>,
  { begin, complete, expected }: Legs<Result>,
  session?: LiveSession,
): Promise<Result> {
  const step = await begin();
  if (step.status === 'done') return step.result;
  const stamp = await signer.stampChallenge(step, expected, session);
  return (await complete({ ticket: step.ticket, stamp })).result;
}

/** Whether the service does not know the session that signed. */
export function isSessionEnded(error: unknown): boolean {
  return error instanceof WalletError && error.code === 'SESSION_ENDED';
}

/** Drops a session that the relay no longer lists. */
export async function dropIfGone(context: WalletContext, session: SessionInfo): Promise<void> {
  const { keeper, transport } = context;
  const life = await fetchRemainingLifetime(transport, session.id, session.accountId);
  if (life === 0) await keeper.drop(session.id);
}

/**
 * The signed retry, by the session of this tab. When the service reports that it has ended, another
 * tab may have replaced it: the change is then repeated once, from leg 1, with the new one. A
 * refused leg 2 applied nothing.
 */
export async function signedBySession<Result>(
  context: WalletContext,
  legs: Legs<Result>,
): Promise<Result> {
  const { keeper } = context;
  // Changes of other tabs while this page slept are read before anything is signed.
  await keeper.adopt();
  const used = keeper.current?.info;
  try {
    return await signedRetry(context, legs);
  } catch (error) {
    if (!isSessionEnded(error) || used === undefined) throw error;
    await keeper.adopt();
    const replaced = keeper.current !== undefined && keeper.current.info.id !== used.id;
    if (replaced) return await signedRetry(context, legs);
    await dropIfGone(context, used);
    throw error;
  }
}
