import { describe } from 'vitest';
import { accountRules } from './account-rules.ts';
import { agentRules } from './agent-rules.ts';
import { cardRules } from './card-rules.ts';
import { cardSimulationRules } from './card-simulation-rules.ts';
import { contactVerificationRules } from './contact-verification-rules.ts';
import { credentialRules } from './credential-rules.ts';
import { customerRules } from './customer-rules.ts';
import { doorRules } from './door-rules.ts';
import { envelopeRules } from './envelope-rules.ts';
import { kycLinkRules } from './kyc-link-rules.ts';
import type { Door } from './lab.ts';
import { listRules } from './list-rules.ts';
import { outcomeRules } from './outcome-rules.ts';
import { passkeyRegistrationRules } from './passkey-registration-rules.ts';
import { passkeySignInRules } from './passkey-sign-in-rules.ts';
import { secrecyRules } from './secrecy-rules.ts';
import { sessionRules } from './session-rules.ts';
import { signInRules } from './sign-in-rules.ts';
import { signedRetryRules } from './signed-retry-rules.ts';
import { transactionRules } from './transaction-rules.ts';
import { verificationRules } from './verification-rules.ts';

const suites = [
  doorRules,
  envelopeRules,
  signedRetryRules,
  accountRules,
  credentialRules,
  signInRules,
  passkeyRegistrationRules,
  passkeySignInRules,
  sessionRules,
  customerRules,
  cardRules,
  transactionRules,
  listRules,
  kycLinkRules,
  contactVerificationRules,
  cardSimulationRules,
  agentRules,
  verificationRules,
  outcomeRules,
  secrecyRules,
];

/** Every rule, through one door. */
export function conformanceSuite(door: Door): void {
  describe(`through ${door.name}`, () => {
    for (const suite of suites) suite(door);
  });
}
