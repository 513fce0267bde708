/** The kinds of ids of the service: the text before the colon. A row with another one does not compile. */
export const idPrefixes = [
  'Agent',
  'AgentAction',
  'AuthMethod',
  'BeneficialOwner',
  'Card',
  'CardFundingSource',
  'CardTransaction',
  'Customer',
  'DelegatedKey',
  'Document',
  'ExternalAccount',
  'InternalAccount',
  'Job',
  'Quote',
  'Request',
  'ScaChallenge',
  'Session',
  'Stablecoin',
  'StablecoinOperation',
  'StablecoinProviderAccount',
  'Transaction',
  'Verification',
] as const;

export type IdPrefix = (typeof idPrefixes)[number];
