import { accountStatements } from './accounts.ts';
import { authenticationStatements } from './authentication.ts';
import { credentialStatements } from './credentials.ts';
import { onboardingStatements } from './onboarding.ts';
import { paymentStatements } from './payments.ts';
import { platformStatements } from './platform.ts';
import { signerStatements } from './signers.ts';
import type { Statement } from './statement.ts';
import { walletStatements } from './wallets.ts';

/** Every statement of the sources, with a request on each side of it. */
export const statements: readonly Statement[] = [
  ...walletStatements,
  ...signerStatements,
  ...credentialStatements,
  ...accountStatements,
  ...onboardingStatements,
  ...paymentStatements,
  ...platformStatements,
  ...authenticationStatements,
];

/** Why no request can break a rule that a description states, by operation or field. */
export const unenforced: Readonly<Record<string, string>> = {
  'customers.create email':
    'Both contacts may be given when a customer is created; the rule is about changes.',
  'quotes.create scaFactor':
    'A payment of a customer who must authenticate, and names no factor, asks for the first one that the customer has.',
  'agent.quotes.create scaFactor':
    'A payment of a customer who must authenticate, and names no factor, asks for the first one that the customer has.',
  'documents.get': 'No operation of the service downloads a file, so no request can ask for it.',
};
