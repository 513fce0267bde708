export {
  AuthMethod,
  AuthSession,
  authMethodTypes,
  credentialTypes,
  OpenedSession,
  PasskeyAuthChallenge,
} from './schemas.ts';
