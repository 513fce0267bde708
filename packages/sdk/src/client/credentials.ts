import { ConfigurationError } from '../errors/caller-errors.ts';
import type { PaymentsClientOptions, PlatformCredentials, SecretSource } from './options.ts';

/** Gives the value of the `Authorization` header. */
export interface Authorization {
  header(context: { readonly refresh: boolean }): Promise<string>;
  /** Whether asking again after a 401 can give another value. */
  readonly isRefreshable: boolean;
}

const controlCharacter = /\p{Cc}/u;

function check(option: string, value: string | undefined, variable?: string): string {
  if (value === undefined || value === '') {
    const source = variable === undefined ? '' : ` or set ${variable}`;
    throw new ConfigurationError(option, `There is no ${option}.`, `Pass \`${option}\`${source}.`);
  }
  if (controlCharacter.test(value) || value !== value.trim()) {
    throw new ConfigurationError(
      option,
      `The ${option} has a line break, a control character or space around it.`,
      'Look at how it is read: files and shells often add a line break at the end.',
    );
  }
  return value;
}

function base64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function basic({ tokenId, clientSecret }: PlatformCredentials): string {
  const id = check('tokenId', tokenId, 'PAYMENTS_TOKEN_ID');
  if (id.includes(':')) {
    throw new ConfigurationError(
      'tokenId',
      'The tokenId has a colon.',
      'Pass id and secret apart: the part before the colon is the id.',
    );
  }
  return `Basic ${base64(`${id}:${check('clientSecret', clientSecret, 'PAYMENTS_CLIENT_SECRET')}`)}`;
}

function cached<Secret>(
  source: SecretSource<Secret>,
  toHeader: (secret: Secret) => string,
): Authorization {
  let current: Promise<string> | undefined;
  const load = (refresh: boolean) => {
    const loading = Promise.resolve(source({ refresh })).then(toHeader);
    current = loading;
    loading.catch(() => {
      if (current === loading) current = undefined;
    });
    return loading;
  };
  return {
    isRefreshable: true,
    header: async ({ refresh }) => (refresh ? load(true) : (current ?? load(false))),
  };
}

function fixed(header: string): Authorization {
  return { isRefreshable: false, header: async () => header };
}

function fromEnvironment(name: string): string | undefined {
  return globalThis.process?.env?.[name];
}

/** The platform's authorization, from its options or the environment. */
export function platformAuthorization(options: PaymentsClientOptions): Authorization {
  if (options.credentials !== undefined) return cached(options.credentials, basic);
  const tokenId = options.tokenId ?? fromEnvironment('PAYMENTS_TOKEN_ID') ?? '';
  const clientSecret = options.clientSecret ?? fromEnvironment('PAYMENTS_CLIENT_SECRET') ?? '';
  return fixed(basic({ tokenId, clientSecret }));
}

/** An agent's authorization. */
export function agentAuthorization(accessToken: string | SecretSource<string>): Authorization {
  const bearer = (token: string) => `Bearer ${check('accessToken', token)}`;
  return typeof accessToken === 'function'
    ? cached(accessToken, bearer)
    : fixed(bearer(accessToken));
}

/** The base URL of the environment. */
export function environmentBaseUrl(): string | undefined {
  return fromEnvironment('PAYMENTS_BASE_URL');
}
