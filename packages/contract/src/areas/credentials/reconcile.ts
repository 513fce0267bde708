import type { Fields } from '../../format/fields.ts';
import { byListed } from '../../format/reconcile.ts';

/**
 * Looks for the registered credential: a passkey by its WebAuthn id, an e-mail code by its type,
 * since an account has only one. An OIDC identity cannot be recognized: the list does not show
 * which identity a credential is for.
 */
export const byNewCredential = byListed('credentials.list', {
  filter: ['accountId'],
  matches(write, item) {
    if (item.type !== write.type) return undefined;
    if (write.type === 'EMAIL_OTP') return 'applied';
    if (write.type === 'OAUTH') return 'unknown';
    const wanted = (write.attestation as Fields | undefined)?.credentialId;
    return item.credentialId === wanted ? 'applied' : undefined;
  },
});
