import type { RelayDescription } from '@org/payments-relay/protocol';
import type { PayloadStrength, ServiceChange } from './payload/request.ts';

/** The request that a payload belongs to. */
export type ReviewedAction = (
  | {
      readonly kind: 'action';
      readonly action: string;
      readonly input: unknown;
      /** The change that `changes` declares the action to be. */
      readonly change?: ServiceChange;
    }
  | { readonly kind: 'add_passkey'; readonly nickname: string }
  | { readonly kind: 'remove_credential'; readonly credentialId: string }
  | { readonly kind: 'refresh' | 'revoke'; readonly sessionId: string }
  | { readonly kind: 'stamp' }
) & {
  /**
   * How much of the request the wallet found in the payload. Unless it is `shown`, only this review
   * can prevent that something else is signed.
   */
  readonly strength: PayloadStrength;
  /** The account whose session signs. */
  readonly accountId?: string;
};

/** The life of a question: it ends with its challenge, its session or its page. */
export interface QuestionLife {
  /** Aborted at the end, with the `WalletError` that the call rejects with: close the question. */
  readonly signal: AbortSignal;
}

/**
 * Called with every payload before it is stamped. Only `true` approves; any other value is the
 * person's refusal, `REFUSED_BY_PERSON`. A `WalletError` that it throws is the one of the call, and
 * another error is `REVIEW_FAILED`. It may take its time, to ask a person; the challenge continues to
 * expire meanwhile. A payload that contradicts the request is refused before the review.
 *
 * @param payloadToSign the exact text
 * @param action the page's request, to compare with the payload
 * @param describe reads what the service says of the card, payment, credential or session that the
 * request names, through the relay: not the page's words. Undefined if there is none; rejects with a
 * `WalletError` when it cannot be read
 * @param life ends when nothing can be approved any more
 */
export type Review = (
  payloadToSign: string,
  action: ReviewedAction,
  describe: () => Promise<RelayDescription | undefined>,
  life: QuestionLife,
) => boolean | Promise<boolean>;

/** What a prompt shows of the resource of a change, and whether it could not be read. */
export interface Described {
  readonly resource?: RelayDescription | undefined;
  readonly isUnread: boolean;
}

/** Calls the `describe` of a review; a failure is shown to the person, not thrown. */
export async function describedBy(describe: Parameters<Review>[2]): Promise<Described> {
  try {
    return { resource: await describe(), isUnread: false };
  } catch {
    return { isUnread: true };
  }
}
