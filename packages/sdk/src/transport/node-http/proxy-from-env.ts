import { ConfigurationError } from '../../errors/caller-errors.ts';

/** The variables that Node's agents read. */
export type ProxyEnvironment = Readonly<
  Partial<
    Record<
      'HTTP_PROXY' | 'HTTPS_PROXY' | 'NO_PROXY' | 'http_proxy' | 'https_proxy' | 'no_proxy',
      string
    >
  >
>;

const names = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
] as const;

/** Returns the proxy variables that are set, or undefined if none names a proxy. */
export function proxyEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): ProxyEnvironment | undefined {
  const set = names.flatMap((name) => {
    const value = env[name];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  return set.some(([name]) => !/^no_proxy$/i.test(name)) ? Object.fromEntries(set) : undefined;
}

/** Whether the agents of a version of Node take `proxyEnv`: 22.21 and later 22, 24.5 and later. */
export function agentsFollowProxies(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21);
}

/**
 * Checks that a proxy variable for a protocol can be followed. Node ignores values it cannot use,
 * and a request that should have gone through a proxy would be sent directly.
 *
 * @throws ConfigurationError if the value or the version of Node does not permit it
 */
export function checkProxy(isTls: boolean, env: ProxyEnvironment, version: string): void {
  if ((env.no_proxy ?? env.NO_PROXY)?.trim() === '*') return;
  const spellings = isTls
    ? (['https_proxy', 'HTTPS_PROXY'] as const)
    : (['http_proxy', 'HTTP_PROXY'] as const);
  const name = spellings.find((spelling) => env[spelling] !== undefined);
  const value = name === undefined ? undefined : env[name];
  if (name === undefined || value === undefined) return;
  const protocol = URL.canParse(value) ? new URL(value).protocol : undefined;
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new ConfigurationError(
      name,
      `The variable ${name} is not an http or https URL; such a proxy cannot be used.`,
      'Set it to `http://host:port`, pass an `agent` for this proxy, or set `proxyFromEnv: false`.',
    );
  }
  if (!agentsFollowProxies(version)) {
    throw new ConfigurationError(
      name,
      `The variable ${name} is set, and node:http of Node ${version} cannot follow it.`,
      'Use Node 22.21, 24.5 or later, pass an `agent` or `undiciTransport({ proxy })`, or set `proxyFromEnv: false`.',
    );
  }
}
