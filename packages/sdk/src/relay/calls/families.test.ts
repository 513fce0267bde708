import { expect, test } from 'vitest';
import { callRelay } from '../../../test/relay/call-relay.ts';
import { type Opened, relayOfSessions } from '../../../test/relay/session-service.ts';

type Relay = ReturnType<typeof relayOfSessions>;

/** Refreshes a session, which has to succeed. */
async function refreshed({ refresh }: Pick<Relay, 'refresh'>, session: Opened): Promise<Opened> {
  const { opened, code } = await refresh(session);
  if (opened === undefined) throw new Error(`The refresh was refused: ${code}.`);
  return opened;
}

/** The ids of the live sessions of one sign-in, as the account names them. */
async function familyOf({ relay }: Pick<Relay, 'relay'>, lineage?: string) {
  return (await callRelay<{ family?: string[] }>(relay, 'account', { lineage })).body.family;
}

test('a refresh names the other live sessions of the sign-in, a copied one among them', async () => {
  const relay = relayOfSessions();
  const own = await relay.signIn();
  const foreign = await relay.signIn();
  const stolen = await refreshed(relay, own);
  expect(stolen.siblings).toEqual([own.id]);
  const next = await refreshed(relay, own);
  expect(next.siblings).toEqual([own.id, stolen.id]);
  expect(await familyOf(relay, next.lineage)).toEqual([own.id, stolen.id, next.id]);
  expect(await familyOf(relay, foreign.lineage)).toEqual([foreign.id]);
  await relay.revoke(stolen.id);
  expect(await familyOf(relay, next.lineage)).toEqual([own.id, next.id]);
  expect(await familyOf(relay)).toBeUndefined();
});

test('after a sign-out no session of the sign-in is refreshed, a copied one included', async () => {
  const relay = relayOfSessions();
  const own = await relay.signIn();
  const other = await relay.signIn();
  const stolen = await refreshed(relay, own);
  await relay.revoke(own.id, own.lineage);
  expect(await relay.refresh(stolen)).toMatchObject({ code: 'SIGN_IN_REQUIRED' });
  expect(await refreshed(relay, other)).toMatchObject({ id: expect.stringMatching(/^Session:/) });
});

test('the end of another session does not end the family of the one that signs it', async () => {
  const relay = relayOfSessions();
  const own = await relay.signIn();
  const stolen = await refreshed(relay, own);
  // The lineage is of another session than the one to end.
  await relay.revoke(stolen.id, own.lineage);
  expect(await refreshed(relay, own)).toMatchObject({ id: expect.stringMatching(/^Session:/) });
});

test('a sign-in whose response was lost is a sibling of the next attempt', async () => {
  const { signIn } = relayOfSessions();
  const lost = await signIn('attempt-1');
  expect((await signIn('attempt-1')).siblings).toEqual([lost.id]);
  expect((await signIn('attempt-2')).siblings).toEqual([]);
  expect((await signIn()).siblings).toEqual([]);
});

test('a store that fails refuses a refresh, and withholds no session that was opened', async () => {
  const broken = { add: () => Promise.reject(new Error('down')), members: async () => [] };
  const { signIn, refresh, data, writes } = relayOfSessions({ families: broken });
  const own = await signIn();
  expect(own.siblings).toBeUndefined();
  const before = writes().length;
  expect(await refresh(own)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(writes()).toHaveLength(before);
  expect(data.sessions.map(({ id }) => id)).toContain(own.id);
});
