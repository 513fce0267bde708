import { KEY_HOURS } from '@org/payments-sdk';
import type { KeyStanding } from './sent-writes.ts';

/** Until when a repeat with its key is the same change. */
export const IN_TIME = `within ${KEY_HOURS} hours of the first time`;

/** What is known of the calls with a key that the service may have forgotten; undefined of another. */
export function oldKeyText(earlier: KeyStanding | undefined): string | undefined {
  if (earlier?.isOld !== true) return undefined;
  const { outcome, resourceId = 'a payment', settledBy, firstAt } = earlier;
  const made = settledBy ? `a person (${settledBy}) recorded it as applied` : `made ${resourceId}`;
  const became = outcome === 'applied' ? made : 'may have been applied';
  return `A call with this key was sent at ${firstAt}, and ${became}. The service may have forgotten the key after ${KEY_HOURS} hours, and then pays again.`;
}
