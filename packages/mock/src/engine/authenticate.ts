import type { PlatformToken, World } from '../world.ts';
import type { CompiledOperation } from './behaviour.ts';
import { refuse, unauthorized } from './refusal.ts';

const expectedHeaders = new WeakMap<World, string>();

function latin1(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}

function expectedBasic(world: World): string {
  const known = expectedHeaders.get(world);
  if (known !== undefined) return known;
  const { tokenId, clientSecret } = world.settings.connection;
  const header = `Basic ${btoa(latin1(`${tokenId}:${clientSecret}`))}`;
  expectedHeaders.set(world, header);
  return header;
}

function decodeBasic(encoded: string): string | undefined {
  try {
    const decoded = atob(encoded.trim());
    return decoded.includes(':') ? decoded : undefined;
  } catch {
    return undefined;
  }
}

function split(header: string): { scheme: string; rest: string } {
  const [, scheme = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(header) ?? [];
  return { scheme: scheme.toLowerCase(), rest };
}

/** Returns the API token with a user name and password. @throws Refusal 401 */
function requireToken(decoded: string, world: World): PlatformToken {
  const colon = decoded.indexOf(':');
  const [clientId, secret] = [decoded.slice(0, colon), decoded.slice(colon + 1)];
  const token = world.ports.tokenOf(world, clientId);
  if (token?.accepts(secret) === true) return token;
  const isOwn = clientId === latin1(world.settings.connection.tokenId);
  const explanation =
    token === undefined && !isOwn
      ? "The token id is neither the mock's own nor that of one of its tokens."
      : 'The client secret is not that of the token.';
  throw unauthorized('invalidCredentials', explanation);
}

/** Returns the calling API token; undefined for the connection's token, which has every permission. */
function requireBasic(header: string | null, world: World): PlatformToken | undefined {
  const expected = expectedBasic(world);
  if (header === expected) return undefined;
  if (header === null) {
    throw unauthorized('missingCredentials', 'Expected Basic credentials; received none.');
  }
  const { scheme, rest } = split(header);
  if (scheme !== 'basic') {
    const explanation = `Expected the scheme Basic; received ${scheme}.`;
    throw unauthorized('wrongScheme', explanation);
  }
  const decoded = decodeBasic(rest);
  if (decoded === undefined) {
    const explanation = 'Expected base64 of "<token id>:<client secret>".';
    throw unauthorized('malformedCredentials', explanation);
  }
  return `Basic ${btoa(decoded)}` === expected ? undefined : requireToken(decoded, world);
}

/** Checks that a token has the row's permission. @throws Refusal 403 */
function requirePermission({ row, name }: CompiledOperation, token: PlatformToken): void {
  if (token.permissions.includes(row.permission)) return;
  const explanation = `${name} needs ${row.permission}; ${token.id} has ${token.permissions.join(', ')}.`;
  throw refuse('FORBIDDEN', 'The API token does not have the permission', explanation);
}

function requireAgent(header: string | null, world: World): string {
  if (header === null) {
    throw unauthorized('missingCredentials', 'Expected an agent token; received none.');
  }
  const { scheme, rest } = split(header);
  if (scheme !== 'bearer') {
    throw unauthorized('wrongScheme', `Expected the scheme Bearer; received ${scheme}.`);
  }
  const agentId = world.ports.agentOf(world, rest.trim());
  if (agentId !== undefined) return agentId;
  throw unauthorized(
    'invalidAccessToken',
    "The token does not belong to one of the mock's agents.",
  );
}

/** Checks credentials and permission. @throws Refusal 401, or 403 for a token without the permission */
export function authenticate(operation: CompiledOperation, headers: Headers, world: World) {
  const { auth } = operation.row;
  if (auth === 'none') return {};
  const header = headers.get('authorization');
  if (auth === 'agent') return { agentId: requireAgent(header, world) };
  if (world.settings.choices.authentication === 'off') return {};
  const token = requireBasic(header, world);
  if (token === undefined) return {};
  requirePermission(operation, token);
  return {
    /** Id of the API token; undefined for the token of the connection. */
    tokenId: token.id,
  };
}

export type Caller = ReturnType<typeof authenticate>;
