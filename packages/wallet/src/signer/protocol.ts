/** The messages between a page and the frame of its signer. @module */
import type { WalletErrorCode } from '../errors/error-facts.ts';
import { isWalletError, WalletError, type WalletErrorDetails } from '../errors/wallet-error.ts';
import type { WalletEvent, WalletState } from '../session/state.ts';
import type { SignedOut } from '../wallet.ts';

/** Marks the address of a window for passkeys, which the page opens within a click of the person. */
export const CEREMONY_HASH = '#payments-wallet-passkey';

/** Sent once by the page, to the frame's origin only, with a port for everything else. */
export interface Hello {
  readonly type: 'payments-wallet:connect';
  readonly version: 1;
  readonly accountId: string | undefined;
}

/** A call of the page. `id` grows with every call: a call whose id does not grow is ignored. */
export interface SignerCall {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** A failure as the page receives it: without cause and stack. */
export interface SignerFailure extends Omit<WalletErrorDetails, 'cause' | 'message'> {
  readonly code: WalletErrorCode;
}

/** The size of the frame: hidden, for a sentence and its buttons, or for a question. */
export type FrameSize = 'none' | 'panel' | 'question';

/** The messages of the frame. */
export type SignerMessage =
  /** The signer has started, and accepts the page. */
  | { readonly type: 'connected' }
  | { readonly type: 'result'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly id: number; readonly failure: SignerFailure }
  | { readonly type: 'state'; readonly state: WalletState; readonly timeLeft: number }
  | { readonly type: 'event'; readonly event: WalletEvent }
  /** How much the frame has to show. */
  | { readonly type: 'show'; readonly size: FrameSize }
  /** The frame's page ends, or the signer was stopped: nothing else is sent. */
  | { readonly type: 'ended' };

/** A challenge that stays in the frame, as the page receives it. */
export interface SignerChallenge {
  readonly handle: number;
  /** Milliseconds. */
  readonly timeLeft: number;
}

/** The reply to `signOut`. */
export interface SignOutReply {
  readonly outcome: SignedOut;
  /** Why the service did not end the session. */
  readonly failure?: SignerFailure;
}

export function toFailure(error: unknown): SignerFailure {
  if (!isWalletError(error)) return { code: 'UNEXPECTED' };
  const { code, retryAfter, serviceCode, reason, requestId, docs } = error;
  return { code, retryAfter, serviceCode, reason, requestId, docs };
}

export function fromFailure({ code, ...details }: SignerFailure): WalletError {
  return new WalletError(code, details);
}
