import { bytesToBase64url, oauthNonce } from '@org/payments-crypto';

/** Options of an identity provider. */
export interface IdentityProviderOptions {
  /** The source of the time; pass the mock's clock. */
  readonly clock: { now(): number };
  /** `https://accounts.google.com` when left out. */
  readonly issuer?: string | undefined;
  /** The platform's client id at the provider; `platform-client-id` when left out. */
  readonly audience?: string | undefined;
}

/** Claims of a token. One that is undefined is left out of it. */
export type TokenClaims = Readonly<Record<string, unknown>>;

/** An OpenID Connect provider that issues tokens with any claims. */
export interface IdentityProvider {
  /** The `iss` of its tokens. */
  readonly issuer: string;
  /** The `aud` of its tokens: the platform's client id. */
  readonly audience: string;
  /**
   * Issues an ID token for a person, valid for an hour. Its signature is a dummy, which the sandbox
   * does not check.
   *
   * @param subject the person; also decides the e-mail address
   * @param claims claims to add, replace or, when undefined, leave out. `clientPublicKey` is not
   *   a claim; it determines the `nonce` of a sign-in
   */
  issue(subject: string, claims?: TokenClaims & { readonly clientPublicKey?: string }): string;
}

const LIFETIME_SECONDS = 3600;

function segment(json: unknown): string {
  return bytesToBase64url(new TextEncoder().encode(JSON.stringify(json)));
}

/** Creates a provider whose tokens the mock accepts, unless a test changes their claims. */
export function createIdentityProvider(options: IdentityProviderOptions): IdentityProvider {
  const {
    clock,
    issuer = 'https://accounts.google.com',
    audience = 'platform-client-id',
  } = options;
  return {
    issuer,
    audience,
    issue(subject, { clientPublicKey, ...claims } = {}) {
      const iat = Math.floor(clock.now() / 1000);
      const all = {
        iss: issuer,
        aud: audience,
        sub: subject,
        email: `${subject}@example.com`,
        iat,
        exp: iat + LIFETIME_SECONDS,
        ...(clientPublicKey === undefined ? {} : { nonce: oauthNonce(clientPublicKey) }),
        ...claims,
      };
      const header = { alg: 'RS256', kid: 'mock', typ: 'JWT' };
      return `${segment(header)}.${segment(all)}.${segment('unsigned')}`;
    },
  };
}
