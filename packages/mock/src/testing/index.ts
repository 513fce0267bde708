export type { Problem } from '../assertions/index.ts';
export {
  equalBodiesOnBothLegs,
  everyChallengeAnswered,
  noSignatureOnFirstLeg,
  oneChangePerChallenge,
} from '../assertions/index.ts';
export type { Authenticator, AuthenticatorOptions } from './authenticator.ts';
export { createAuthenticator } from './authenticator.ts';
export type {
  AuthenticationOptions,
  Misbehaviour,
  RegistrationOptions,
  StoredPasskey,
  TestAssertion,
  TestAttestation,
} from './ceremonies.ts';
export type {
  IdentityProvider,
  IdentityProviderOptions,
  TokenClaims,
} from './identity-provider.ts';
export { createIdentityProvider } from './identity-provider.ts';
