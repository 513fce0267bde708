import { expect, it } from 'vitest';
import { control, manualClock, newWorld, optionsOf } from '../../test/app/client.ts';
import { freezeCard, signedIn, signIn } from '../../test/app/signed-in.ts';
import { eventually } from '../../test/eventually.ts';
import { createRelayTransport, createWallet, WalletError } from '../index.ts';

/** A wallet that is signed in, and the ids of its account's sessions, as the service lists them. */
async function listingIds() {
  const signed = await signedIn();
  const ids = async () => (await signed.wallet.account()).sessions.map(({ id }) => id);
  return { ...signed, ids };
}

/** What an injected script does with the stored key and lineage: it refreshes to a key of its own. */
async function steal(world: Awaited<ReturnType<typeof newWorld>>) {
  const thief = createWallet(optionsOf(world));
  await thief.ready();
  const relay = createRelayTransport(world);
  const kept = createWallet({
    ...optionsOf(world),
    // It does not end the session that it continues.
    transport: { ...relay, revokeBegin: () => Promise.reject(new WalletError('ABORTED')) },
    vault: thiefVault(await stored(world.accountId)),
  });
  await kept.ready();
  await kept.refresh();
  return kept;
}

/** The record in the wallet's database, as any script of the origin reads it. */
function stored(accountId: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(`payments-wallet:localhost:${accountId}`);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction('vault').objectStore('vault').get('session');
      reading.onsuccess = () => {
        opening.result.close();
        resolve(reading.result);
      };
    };
  });
}

function thiefVault(record: unknown) {
  const values = new Map<string, unknown>([['session', record]]);
  return {
    persistence: 'memory' as const,
    get: async (key: string) => values.get(key),
    set: async (key: string, value: unknown) => void values.set(key, value),
    delete: async (key: string) => void values.delete(key),
    entries: async () => [...values],
  };
}

it('attack: a session that a script opened with the stored key is reported and ended by a refresh', async () => {
  const { world, wallet, events, ids } = await listingIds();
  const thief = await steal(world);
  const stolen = thief.state.session?.id ?? '';
  expect(await ids()).toContain(stolen);
  expect(events).toContainEqual({ type: 'unknown_session', sessionId: stolen });
  await wallet.refresh();
  await eventually(async () => expect(await ids()).toEqual([wallet.state.session?.id]));
  await expect(freezeCard(thief, world)).rejects.toMatchObject({ code: 'SESSION_ENDED' });
});

it('attack: a sign-out ends it too, and none of the sign-in is refreshed afterwards', async () => {
  const { world, wallet, ids } = await listingIds();
  const thief = await steal(world);
  expect(await wallet.signOut()).toEqual({ revoked: true, wiped: true });
  expect(await ids()).toEqual([]);
  await expect(thief.refresh()).rejects.toBeInstanceOf(WalletError);
});

it('lists sessions, ends one, and signs out everywhere', async () => {
  const { world, wallet, events, ids } = await listingIds();
  const phone = createWallet({ ...optionsOf(world), vault: 'memory' });
  const tablet = createWallet({ ...optionsOf(world), vault: 'memory' });
  for (const device of [phone, tablet]) await signIn(device, world);
  const own = wallet.state.session?.id;
  const listed = await wallet.sessions.list();
  expect(listed).toHaveLength(3);
  expect(listed.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([own]);
  const unknown = events.flatMap((event) =>
    event.type === 'unknown_session' ? [event.sessionId] : [],
  );
  expect(unknown.sort()).toEqual([phone, tablet].map((one) => one.state.session?.id).sort());
  await wallet.sessions.end(phone.state.session?.id ?? '');
  expect(await ids()).toHaveLength(2);
  // A session of another device is not of this sign-in.
  expect(await tablet.signOut()).toEqual({ revoked: true, wiped: true });
  expect(await ids()).toEqual([own]);
  const laptop = createWallet({ ...optionsOf(world), vault: 'memory' });
  await signIn(laptop, world);
  expect(await wallet.signOut({ everywhere: true })).toEqual({ revoked: true, wiped: true });
  expect(await ids()).toEqual([]);
});

it('ends the session of a sign-in whose response was lost, with the next sign-in', async () => {
  const world = await newWorld();
  const relay = createRelayTransport(world);
  let isLost = true;
  const verify: typeof relay.verify = async (request) => {
    const opened = await relay.verify(request);
    if (!isLost) return opened;
    isLost = false;
    throw new WalletError('NETWORK');
  };
  const clock = manualClock();
  const wallet = createWallet({ ...optionsOf(world), clock, transport: { ...relay, verify } });
  await expect(signIn(wallet, world)).rejects.toMatchObject({ code: 'NETWORK' });
  // Another code may be sent.
  clock.advance(60_000);
  await signIn(wallet, world);
  await eventually(async () =>
    expect((await wallet.account()).sessions.map(({ id }) => id)).toEqual([
      wallet.state.session?.id,
    ]),
  );
});

it('reports a sign-out everywhere that could not read the other sessions', async () => {
  const { world, wallet } = await signedIn();
  await control(world, { do: 'break', path: '/account', status: 503, times: 1 });
  expect(await wallet.signOut({ everywhere: true })).toEqual({
    revoked: false,
    wiped: true,
    cause: expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }),
  });
});
