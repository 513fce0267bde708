// Imported first, so that it replaces the functions before the wallet captures them.
import '../test/watch-keys.ts';
import { generateClientKey } from '@org/payments-crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cardState, idToken, newWorld, optionsOf } from '../test/app/client.ts';
import { buffers, SCALAR_BYTES, scalars } from '../test/watch-keys.ts';
import { createWallet } from './index.ts';

let logged: unknown[];

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

beforeEach(() => {
  scalars.length = 0;
  buffers.length = 0;
  logged = [];
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, level).mockImplementation((...args) => void logged.push(...args));
  }
  const post = BroadcastChannel.prototype.postMessage;
  vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(function (
    this: BroadcastChannel,
    message: unknown,
  ) {
    logged.push(message);
    return post.call(this, message);
  });
});

afterEach(() => vi.restoreAllMocks());

function request<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

/** All values of all databases of this origin. */
async function stored(): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await request(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      found.push(...(await request(database.transaction(store).objectStore(store).getAll())));
    }
    database.close();
  }
  return found;
}

/** A value as text, bytes as hex; keys that cannot be extracted are left as they are. */
function text(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => {
    if (inner instanceof ArrayBuffer) return hex(new Uint8Array(inner));
    if (ArrayBuffer.isView(inner)) return hex(new Uint8Array(inner.buffer));
    return inner;
  });
}

function encodings(scalar: Uint8Array): string[] {
  const base64 = btoa(String.fromCharCode(...scalar));
  const base64url = base64.replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');
  return [hex(scalar), base64.replace(/=/g, ''), base64url, [...scalar].join(',')];
}

it('leaves the session key neither as text nor in a buffer', async () => {
  const world = await newWorld();
  const wallet = createWallet(optionsOf(world));
  const events: unknown[] = [];
  wallet.subscribe((event) => events.push(event));
  await (await wallet.emailOtp(world.emailId).send()).verify('000000');
  await wallet.refresh();
  const oauth = await wallet.oauth(world.oauthId).prepare({ mode: 'redirect' });
  await oauth.verify(idToken(world, oauth.nonce));
  await wallet.run('freezeCard', { cardId: world.cardId });
  expect(await cardState(world)).toBe('FROZEN');

  // The check found keys: one for each of the three sessions, and those of the self checks.
  expect(scalars.length).toBeGreaterThanOrEqual(3);
  expect(new Set(scalars.map(hex)).size).toBe(scalars.length);
  const places = {
    localStorage: text({ ...localStorage }),
    sessionStorage: text({ ...sessionStorage }),
    cookies: document.cookie,
    indexedDb: text(await stored()),
    caches: text(await caches.keys()),
    state: text([wallet.state, wallet, events]),
    inspected: Object.values(wallet).map(String).join(),
    messages: text(logged),
    url: location.href,
    html: document.documentElement.outerHTML,
    name: window.name,
  };
  expect(places.indexedDb).toContain('publicKey');
  for (const [place, found] of Object.entries(places)) {
    for (const secret of scalars.flatMap(encodings)) {
      expect(found.toLowerCase(), place).not.toContain(secret.toLowerCase());
    }
  }
  for (const buffer of buffers) expect(buffer.every((byte) => byte === 0)).toBe(true);
});

it('can fail: finds a stored scalar, as hex and as bytes', async () => {
  expect((await generateClientKey()).keyPair.privateKey.extractable).toBe(false);
  const scalar = crypto.getRandomValues(new Uint8Array(SCALAR_BYTES));
  expect(text([{ key: scalar }])).toContain(encodings(scalar)[0]);
});

it('sends only ids to other tabs', async () => {
  const world = await newWorld();
  const wallet = createWallet(optionsOf(world));
  const { id } = await (await wallet.emailOtp(world.emailId).send()).verify('000000');
  const next = await wallet.refresh();
  await wallet.signOut();
  expect(logged).toEqual([
    { type: 'session', sessionId: id },
    { type: 'session', sessionId: next.id },
    { type: 'signed_out', sessionId: next.id },
  ]);
});
