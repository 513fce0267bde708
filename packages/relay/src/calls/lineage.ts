import type { AuthSession, OpenedSession } from '@org/payments-contract';
import type { CallBody } from '../checks/bodies.ts';
import type { RelayOpenedSession } from '../protocol/index.ts';
import { RelayRefusal } from '../refusals/refusal.ts';
import { openedSessionView } from './from-service.ts';
import { bindingOf, iso, personOf, type RelayContext, type RelayRequest } from './relay-context.ts';

/** The origin of a session: its sign-in, and the number of refreshes since. */
export interface Lineage {
  /** Milliseconds since the epoch: when the person signed in. */
  readonly signedInAt: number;
  readonly refreshes: number;
  /** The sessions that descend from this sign-in; missing in lineages of earlier releases. */
  readonly family?: string | undefined;
}

interface SealedLineage extends Lineage {
  readonly sessionId: string;
}

/** Longer than the lifetime of any session of the service. */
const LIFETIME = 86_400_000;

/** The lineage of a session that a sign-in has just opened. */
export function newLineage(now: number, family: string): Lineage {
  return { signedInAt: now, refreshes: 0, family };
}

/** The other live sessions of a sign-in; undefined if they cannot be read. */
export async function siblingsOf(
  { families, ownership }: RelayContext,
  request: RelayRequest,
  { id, accountId }: { readonly id: string; readonly accountId: string },
  { family }: Lineage,
): Promise<readonly string[] | undefined> {
  if (family === undefined) return undefined;
  // The session is open, or about to be ended: whatever fails here does not prevent that.
  try {
    const others = (await families.sessions(family)).filter((member) => member !== id);
    if (others.length === 0) return [];
    const live = await ownership.sessionsOf(request, accountId);
    return live.map((session) => session.id).filter((session) => others.includes(session));
  } catch {
    return undefined;
  }
}

/** Returns whether the session was added. It is open: a store that fails does not withhold it. */
async function addToFamily(
  { families }: RelayContext,
  { id }: OpenedSession,
  { family }: Lineage,
): Promise<boolean> {
  if (family === undefined) return false;
  return families.add(family, id).then(
    () => true,
    () => false,
  );
}

/** A newly opened session, as the browser receives it: with its lineage, sealed for its refresh. */
export async function openedSession(
  relay: RelayContext,
  request: RelayRequest,
  session: OpenedSession,
  lineage: Lineage | undefined,
): Promise<RelayOpenedSession> {
  const { settings, tickets } = relay;
  const now = settings.now();
  const view = { ...openedSessionView(session, iso(now)), person: await personOf(request) };
  if (lineage === undefined) return view;
  const content: SealedLineage = { ...lineage, sessionId: session.id };
  const expiresAt = now + LIFETIME;
  const binding = bindingOf(request, 'refreshBegin');
  const isAdded = await addToFamily(relay, session, lineage);
  const siblings = isAdded ? await siblingsOf(relay, request, session, lineage) : undefined;
  return {
    ...view,
    ...(siblings === undefined ? {} : { siblings }),
    lineage: await tickets.seal({ ...binding, content, expiresAt }),
  };
}

function signInRequired(message: string): RelayRefusal {
  return new RelayRefusal(401, 'SIGN_IN_REQUIRED', { message });
}

type WithLineage = RelayRequest<{ readonly lineage?: string | undefined }>;

async function openLineage(
  { tickets }: RelayContext,
  request: WithLineage,
): Promise<SealedLineage | undefined> {
  const { lineage: text } = request.body;
  if (text === undefined) return undefined;
  try {
    return await tickets.open<SealedLineage>(text, bindingOf(request, 'refreshBegin'));
  } catch {
    // A lineage of another user or secret counts as missing.
    return undefined;
  }
}

/** A lineage that the browser sent; undefined unless it is of this user and of this session. */
export async function readLineage(
  relay: RelayContext,
  request: WithLineage,
  sessionId: string,
): Promise<Lineage | undefined> {
  const content = await openLineage(relay, request);
  return content?.sessionId === sessionId ? content : undefined;
}

/**
 * The sign-in of the session that asks, which a refresh does not change; undefined if it is not known.
 *
 * @throws RelayRefusal 401 `SIGN_IN_REQUIRED` after a sign-out; 503 if the store does not respond
 */
export async function signInOf(
  relay: RelayContext,
  request: WithLineage,
): Promise<string | undefined> {
  const family = (await openLineage(relay, request))?.family;
  if (family !== undefined) await requireSignedIn(relay, family);
  return family;
}

/** @throws RelayRefusal 401 `SIGN_IN_REQUIRED` after a sign-out; 503 if the store does not respond */
export async function requireSignedIn({ families }: RelayContext, family: string): Promise<void> {
  if (await families.isEnded(family)) throw signInRequired('The person has signed out: sign in.');
}

/**
 * The lineage that the refreshed session will have.
 *
 * @throws RelayRefusal 401 `SIGN_IN_REQUIRED` when the platform's limit of refreshes or of the time
 * since the sign-in is reached, or the lineage is missing
 */
export async function refreshedLineage(
  relay: RelayContext,
  request: RelayRequest<CallBody<'refreshBegin'>>,
  { id }: Pick<AuthSession, 'id'>,
): Promise<Lineage | undefined> {
  const { maxRefreshes, maxSessionAge, now } = relay.settings;
  const isLimited = maxRefreshes !== Infinity || maxSessionAge !== Infinity;
  const lineage = await readLineage(relay, request, id);
  if (lineage === undefined && !isLimited) return undefined;
  if (lineage === undefined)
    throw signInRequired("The time of the session's sign-in is unknown: sign in.");
  const { signedInAt, refreshes, family = crypto.randomUUID() } = lineage;
  await requireSignedIn(relay, family);
  if (refreshes >= maxRefreshes || now() - signedInAt >= maxSessionAge) {
    throw signInRequired('The session cannot be refreshed again: sign in.');
  }
  await relay.families.add(family, id);
  return { signedInAt, refreshes: refreshes + 1, family };
}
