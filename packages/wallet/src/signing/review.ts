/** What a payload is for, as the wallet asked for it. */
export type ReviewedAction =
  | { readonly kind: 'action'; readonly action: string; readonly input: unknown }
  | { readonly kind: 'add_passkey'; readonly nickname: string }
  | { readonly kind: 'refresh' | 'revoke'; readonly sessionId: string }
  | { readonly kind: 'stamp' };

/**
 * Sees every payload before it is stamped. What it gives decides: `false` refuses, and so does an
 * error. It may take its time, to ask a person; the challenge goes on expiring meanwhile.
 *
 * @param payloadToSign the exact text
 * @param action what the page asked for; compare the two
 */
export type Review = (payloadToSign: string, action: ReviewedAction) => boolean | Promise<boolean>;
