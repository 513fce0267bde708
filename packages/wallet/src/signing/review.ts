/** What a payload is for, as the wallet asked for it. */
export type ReviewedAction = (
  | { readonly kind: 'action'; readonly action: string; readonly input: unknown }
  | { readonly kind: 'add_passkey'; readonly nickname: string }
  | { readonly kind: 'remove_credential'; readonly credentialId: string }
  | { readonly kind: 'refresh' | 'revoke'; readonly sessionId: string }
  | { readonly kind: 'stamp' }
) & {
  /**
   * Whether the wallet found in the payload what was asked for. When false, the payload could not
   * be read, or lacks some of the action's input: only this review stands before the signature.
   */
  readonly isBound: boolean;
};

/**
 * Called with every payload before it is stamped. Only `true` approves; any other value, and an
 * error, refuses. It may take its time, to ask a person; the challenge goes on expiring meanwhile.
 * A payload that is for something other than was asked never gets here.
 *
 * @param payloadToSign the exact text
 * @param action what the page asked for; compare the two
 */
export type Review = (payloadToSign: string, action: ReviewedAction) => boolean | Promise<boolean>;
