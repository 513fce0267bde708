import type { Ceremony } from '../errors/ceremony-errors.ts';
import type { WalletErrorCode } from '../errors/error-facts.ts';

/** The time within which a person cannot refuse. Milliseconds. */
const TOO_FAST = 250;

interface FeaturePolicy {
  allowsFeature(name: string): boolean;
}

/** Whether this page is in a frame of another origin. */
export function isCrossOriginFrame(): boolean {
  try {
    return window.top?.location.origin !== window.location.origin;
  } catch {
    return true;
  }
}

/** Whether this page is in a frame. */
function isFramed(): boolean {
  return window.top !== window.self;
}

/** Whether the page is inside a click, or another act of the person that counts as one. */
export function isInsideClick(): boolean {
  return globalThis.navigator?.userActivation?.isActive !== false;
}

/**
 * Whether a policy, of this page or of one that embeds it, denies a ceremony; undefined if it is not
 * reported.
 */
export function isDenied(ceremony: Ceremony): boolean | undefined {
  const { featurePolicy } = document as Document & { featurePolicy?: FeaturePolicy };
  const name = ceremony === 'registration' ? 'create' : 'get';
  return featurePolicy && !featurePolicy.allowsFeature(`publickey-credentials-${name}`);
}

/**
 * Finds out why the browser, and not the person, refused a ceremony. Chromium reports the policy of
 * the page, which outside a frame is its own header, and of the page that embeds it. Firefox and WebKit do not: there, in a foreign frame, a refusal
 * that is too fast for a person counts as one by the embedding page. In such a frame a passkey can
 * only be created inside a click, and the browsers report the lack of one in the same way.
 *
 * @param elapsed milliseconds between the request and the refusal
 * @param wasInClick whether the request was made inside a click
 * @returns undefined if the person may have refused
 */
export function frameRefusal(
  ceremony: Ceremony,
  elapsed: number,
  wasInClick: boolean,
): WalletErrorCode | undefined {
  if (typeof document === 'undefined') return undefined;
  const denied = isDenied(ceremony);
  if (denied === true) return isFramed() ? 'BLOCKED_IN_FRAME' : 'BLOCKED_BY_POLICY';
  if (elapsed >= TOO_FAST || !isCrossOriginFrame()) return undefined;
  if (ceremony === 'registration' && !wasInClick) return 'CLICK_REQUIRED';
  return denied === undefined ? 'BLOCKED_IN_FRAME' : undefined;
}
