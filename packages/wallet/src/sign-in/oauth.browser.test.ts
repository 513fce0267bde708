import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  control,
  idToken,
  manualClock,
  newWorld as newWorldOf,
  optionsOf,
} from '../../test/app/client.ts';
import { createWallet, finishOAuthPopup } from '../index.ts';

afterEach(() => vi.useRealTimers());

/** What `finishOAuthPopup` returns where nobody responds: its time limit passes without a real wait. */
async function unheard(result: { idToken: string; state: string }): Promise<boolean> {
  const finished = finishOAuthPopup(result);
  await vi.advanceTimersByTimeAsync(1_000);
  return finished;
}

/** Holds the time limit of `finishOAuthPopup`, which a busy machine would exceed. */
function holdTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
}

describe.each([undefined, '2026-08'] as const)('in the dialect %s', (dialect) => {
  const newWorld = () => newWorldOf({ dialect });

  async function clocked() {
    const [world, clock] = [await newWorld(), manualClock()];
    return { world, clock, wallet: createWallet({ ...optionsOf(world), clock }) };
  }

  it('refuses a token with another nonce, an old token and a missing one before sending it', async () => {
    const { world, clock, wallet } = await clocked();
    const oauth = await wallet.oauth(world.oauthId).prepare();
    const foreign = oauth.verify(idToken(world, 'f'.repeat(64)));
    await expect(foreign).rejects.toMatchObject({ code: 'OAUTH_NONCE_MISMATCH' });
    const broken = oauth.verify('not.a.token');
    await expect(broken).rejects.toMatchObject({ code: 'OAUTH_TOKEN_INVALID' });
    const token = idToken(world, oauth.nonce, clock.now() / 1000);
    clock.advance(62_000);
    await expect(oauth.verify(token)).rejects.toMatchObject({ code: 'OAUTH_TOKEN_STALE' });
    expect(await control(world, { do: 'requests' })).toEqual([]);
  });

  it("leaves the check of the age to the service when the device's and the provider's clocks differ", async () => {
    const { world, clock, wallet } = await clocked();
    clock.set(Date.now() + 3_600_000);
    const oauth = await wallet.oauth(world.oauthId).prepare();
    await oauth.verify(idToken(world, oauth.nonce));
    expect(wallet.state.status).toBe('active');
  });

  it('resumes after a redirect in another page, once, and only for the same credential', async () => {
    const world = await newWorld();
    const before = createWallet(optionsOf(world));
    const { state, nonce } = await before.oauth(world.oauthId).prepare({ mode: 'redirect' });
    before.close();

    const after = createWallet(optionsOf(world));
    const missing = { code: 'PENDING_KEY_MISSING' };
    await expect(after.oauth(world.emailId).resume(state)).rejects.toMatchObject(missing);
    const resumed = await after.oauth(world.oauthId).resume(state);
    expect(resumed.nonce).toBe(nonce);
    await resumed.verify(idToken(world, nonce));
    expect(after.state.status).toBe('active');
    await expect(after.oauth(world.oauthId).resume(state)).rejects.toMatchObject(missing);
  });

  it.each(['popup', 'redirect'] as const)(
    'discards the key of a %s after its time limit',
    async (mode) => {
      const { world, clock, wallet } = await clocked();
      const oauth = await wallet.oauth(world.oauthId).prepare(mode === 'redirect' ? { mode } : {});
      clock.advance(10 * 60_000);
      expect(oauth.timeLeft()).toBe(0);
      const late = [
        oauth.verify(idToken(world, oauth.nonce)),
        wallet.oauth(world.oauthId).resume(oauth.state),
      ];
      for (const used of late) {
        await expect(used).rejects.toMatchObject({
          code: 'PENDING_KEY_MISSING',
          userAction: 'retry',
        });
      }
    },
  );

  it('reports that no storage can keep the key over a redirect', async () => {
    const world = await newWorld();
    const wallet = createWallet({ ...optionsOf(world), vault: 'memory' });
    await expect(wallet.oauth(world.oauthId).prepare({ mode: 'redirect' })).rejects.toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
    });
  });

  /** A substitute for a popup, for which a browser would require a real click. */
  function fakePopup() {
    const popup = { closed: false, close: vi.fn() };
    const open = vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
    return { popup, open };
  }

  function sendFrom(source: unknown, data: unknown, origin = location.origin): void {
    const event = new MessageEvent('message', { data, origin });
    Object.defineProperty(event, 'source', { value: source });
    window.dispatchEvent(event);
  }

  it('opens the popup inside the click, and accepts messages only from it', async () => {
    const world = await newWorld();
    const wallet = createWallet(optionsOf(world));
    const oauth = await wallet.oauth(world.oauthId).prepare();
    const { popup, open } = fakePopup();
    const signedIn = oauth.popup('https://provider.test/authorize');
    expect(open).toHaveBeenCalledTimes(1);
    const token = idToken(world, oauth.nonce);
    const message = { type: 'payments-wallet:oauth', state: oauth.state, idToken: token };
    sendFrom(popup, message, 'https://elsewhere.test');
    sendFrom(window, message);
    sendFrom(popup, { ...message, state: 'another' });
    expect(popup.close).not.toHaveBeenCalled();
    sendFrom(popup, message);
    expect((await signedIn).type).toBe('OAUTH');
    expect(popup.close).toHaveBeenCalledTimes(1);
    open.mockRestore();
  });

  it('distinguishes a closed popup from a blocked one', async () => {
    const { world, clock, wallet } = await clocked();
    const oauth = await wallet.oauth(world.oauthId).prepare();
    const { popup, open } = fakePopup();
    const closed = oauth.popup('https://provider.test/authorize');
    popup.closed = true;
    const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    clock.advance(3_000);
    await expect(closed).rejects.toMatchObject({ code: 'POPUP_CLOSED', silent: true });
    focus.mockRestore();
    open.mockReturnValue(null);
    await expect(oauth.popup('https://provider.test/authorize')).rejects.toMatchObject({
      code: 'POPUP_BLOCKED',
      silent: false,
    });
    open.mockRestore();
  });

  it('posts the token only to the page that opened the popup, on its own origin', async () => {
    holdTimers();
    const postMessage = vi.fn((_message: unknown, _origin: string, [port]: MessagePort[]) =>
      port?.postMessage('taken'),
    );
    const close = vi.spyOn(window, 'close').mockReturnValue(undefined);
    const opener = vi.spyOn(window, 'opener', 'get');
    opener.mockReturnValue({ postMessage });
    expect(await finishOAuthPopup({ idToken: 'a.b.c', state: 's' })).toBe(true);
    expect(postMessage).toHaveBeenCalledWith(
      { type: 'payments-wallet:oauth', idToken: 'a.b.c', state: 's' },
      location.origin,
      [expect.any(MessagePort)],
    );
    expect(close).toHaveBeenCalledTimes(1);
    opener.mockReturnValue(null);
    expect(await unheard({ idToken: 'a.b.c', state: 's' })).toBe(false);
    // A page whose opener does not wait for a sign-in was reached by a redirect.
    opener.mockReturnValue({ postMessage: () => {} });
    expect(await unheard({ idToken: 'a.b.c', state: 's' })).toBe(false);
    for (const spy of [opener, close]) spy.mockRestore();
  });

  it("signs in although the provider severed the popup's opener", async () => {
    const { world, clock, wallet } = await clocked();
    const oauth = await wallet.oauth(world.oauthId).prepare();
    const { popup, open } = fakePopup();
    const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    const signedIn = oauth.popup('https://provider.test/authorize');
    // The effect of Cross-Origin-Opener-Policy: the handle looks closed, and the other page has no
    // opener.
    popup.closed = true;
    clock.advance(20_000);
    const close = vi.spyOn(window, 'close').mockReturnValue(undefined);
    const opener = vi.spyOn(window, 'opener', 'get').mockReturnValue(null);
    const token = idToken(world, oauth.nonce);
    holdTimers();
    expect(await unheard({ idToken: token, state: 'another' })).toBe(false);
    expect(close).not.toHaveBeenCalled();
    expect(await finishOAuthPopup({ idToken: token, state: oauth.state })).toBe(true);
    expect((await signedIn).type).toBe('OAUTH');
    expect(close).toHaveBeenCalledTimes(1);
    for (const spy of [open, focus, close, opener]) spy.mockRestore();
  });

  it('stops waiting for a popup when its signal is aborted', async () => {
    const world = await newWorld();
    const oauth = await createWallet(optionsOf(world)).oauth(world.oauthId).prepare();
    const { open } = fakePopup();
    const stop = new AbortController();
    const waiting = oauth.popup('https://provider.test/authorize', { signal: stop.signal });
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'ABORTED', silent: true });
    open.mockRestore();
  });
});
