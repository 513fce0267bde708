import type { Ceremony } from '../errors/ceremony-errors.ts';

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

/**
 * Whether the embedding page, and not the person, refused a ceremony. Chromium reports it. Firefox
 * and WebKit do not: there, in a foreign frame, a refusal that is too fast for a person counts as
 * one.
 *
 * @param elapsed milliseconds between the request and the refusal
 */
export function isRefusedByFrame(ceremony: Ceremony, elapsed: number): boolean {
  if (typeof document === 'undefined') return false;
  const { featurePolicy } = document as Document & { featurePolicy?: FeaturePolicy };
  if (featurePolicy === undefined) return elapsed < TOO_FAST && isCrossOriginFrame();
  const name = ceremony === 'registration' ? 'create' : 'get';
  return !featurePolicy.allowsFeature(`publickey-credentials-${name}`);
}
