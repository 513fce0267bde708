import type { TwiceSignedOperationName } from '@org/payments-contract';
import type {
  BeginResponse,
  CompleteRequest,
  CompleteResponse,
  SigningStep,
} from '@org/payments-relay/protocol';
import type { WalletContext } from '../context.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { fetchRemainingLifetime } from '../session/account.ts';
import type { LiveSession } from '../session/live-session.ts';
import type { Expected } from './payload/request.ts';

/** The legs of a signed operation, as calls to the relay. */
export interface Legs<Result> {
  readonly begin: () => Promise<BeginResponse<Result>>;
  readonly complete: (request: CompleteRequest) => Promise<CompleteResponse<Result> | SigningStep>;
  /** The request that the payload must match. */
  readonly expected: Expected;
}

const twice: TwiceSignedOperationName = 'delegatedKeys.create';

/** Leg 1, the stamp, leg 2; and once more for a declared change that takes two signatures. */
export async function signedRetry<Result>(
  { signer }: Pick<WalletContext, 'signer'>,
  { begin, complete, expected }: Legs<Result>,
  session?: LiveSession,
): Promise<Result> {
  let step: BeginResponse<Result> | CompleteResponse<Result> = await begin();
  let left = 'change' in expected && expected.change?.operation === twice ? 2 : 1;
  while ('ticket' in step) {
    if (left === 0) throw new WalletError('UNEXPECTED');
    left -= 1;
    const stamp = await signer.stampChallenge(step, expected, session);
    step = await complete({ ticket: step.ticket, stamp });
  }
  return step.result;
}

/** Whether the service does not know the session that signed. */
export function isSessionEnded(error: unknown): boolean {
  return error instanceof WalletError && error.code === 'SESSION_ENDED';
}

/** Drops a session that the relay no longer lists. */
export async function dropIfGone(context: WalletContext, session: LiveSession): Promise<void> {
  const { keeper, transport } = context;
  const life = await fetchRemainingLifetime(transport, session);
  if (life === 0) await keeper.drop(session.info.id);
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
  const used = keeper.current;
  try {
    return await signedRetry(context, legs);
  } catch (error) {
    if (!isSessionEnded(error) || used === undefined) throw error;
    await keeper.adopt();
    const replaced = keeper.current !== undefined && keeper.current.info.id !== used.info.id;
    if (replaced) return await signedRetry(context, legs);
    await dropIfGone(context, used);
    throw error;
  }
}
