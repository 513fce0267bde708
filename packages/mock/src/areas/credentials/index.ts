import { area } from '../../engine/area.ts';
import { credentials, oneTimeCodes, passkeyChallenges } from './credentials.ts';
import { credentialFixture, walletFixture } from './fixture.ts';
import { createCredential, revokeCredential } from './operations.ts';
import { challengeCredential, verifyCredential } from './sign-in.ts';

/** Credentials of embedded wallets: passkeys, OIDC identities, one-time codes. */
export const credentialsArea = area({
  resources: [credentials],
  tables: [passkeyChallenges, oneTimeCodes],
  operations: {
    'credentials.challenge': challengeCredential,
    'credentials.create': createCredential,
    'credentials.revoke': revokeCredential,
    'credentials.verify': verifyCredential,
  },
  fixtures: {
    /**
     * Adds a credential without any ceremony: EMAIL_OTP, unless the fields differ. `accountId` must
     * be given.
     */
    credential: credentialFixture,
    /**
     * Provisions an embedded wallet with its EMAIL_OTP credential. Without `customerId`, a customer
     * is added too.
     */
    wallet: walletFixture,
  },
});
