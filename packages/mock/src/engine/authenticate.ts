import type { World } from '../world.ts';
import type { CompiledOperation } from './behaviour.ts';
import { unauthorized } from './refusal.ts';

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

function requireBasic(header: string | null, world: World): void {
  const expected = expectedBasic(world);
  if (header === expected) return;
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
  if (`Basic ${btoa(decoded)}` === expected) return;
  const { tokenId } = world.settings.connection;
  const wrong = decoded.startsWith(`${latin1(tokenId)}:`) ? 'client secret' : 'token id';
  throw unauthorized('invalidCredentials', `The ${wrong} is not that of the mock.`);
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
  throw unauthorized('invalidAccessToken', 'The token does not belong to an agent of the mock.');
}

/**
 * Checks the API credentials of a request.
 *
 * @returns the id of the calling agent, on operations for agents
 * @throws Refusal 401
 */
export function authenticate(
  operation: CompiledOperation,
  headers: Headers,
  world: World,
): string | undefined {
  const { auth } = operation.row;
  if (auth === 'none') return undefined;
  const header = headers.get('authorization');
  if (auth === 'agent') return requireAgent(header, world);
  if (world.settings.choices.authentication === 'required') requireBasic(header, world);
  return undefined;
}
