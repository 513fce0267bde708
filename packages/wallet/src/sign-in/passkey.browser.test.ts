import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  addAuthenticator,
  removeAuthenticators,
  type TestAuthenticator,
} from '../../test/app/authenticator.ts';
import { control, manualClock, newWorld, optionsOf } from '../../test/app/client.ts';
import { signIn } from '../../test/app/signed-in.ts';
import { eventually } from '../../test/eventually.ts';
import {
  createRelayTransport,
  createWallet,
  type Wallet,
  type WalletOptions,
  type WalletTransport,
} from '../index.ts';

let authenticator: TestAuthenticator;

beforeEach(async () => {
  authenticator = await addAuthenticator();
});

afterEach(removeAuthenticators);

async function signedIn(options: Partial<WalletOptions> = {}, fetched?: typeof fetch) {
  const world = await newWorld();
  const transport =
    fetched === undefined ? {} : { transport: createRelayTransport({ ...world, fetch: fetched }) };
  const wallet = createWallet({ ...optionsOf(world), ...options, ...transport });
  await signIn(wallet, world);
  return { world, wallet };
}

async function withPasskey(options: Partial<WalletOptions> = {}, fetched?: typeof fetch) {
  const { world, wallet } = await signedIn(options, fetched);
  const passkey = await wallet.addPasskey({ nickname: 'Laptop' });
  await wallet.signOut();
  return { world, wallet, passkey };
}

const prepare = (wallet: Wallet, { id }: { id: string }) => wallet.passkey(id).prepare();

async function preparedPasskey(...given: Parameters<typeof withPasskey>) {
  const { wallet, passkey } = await withPasskey(...given);
  return { passkey, prepared: await prepare(wallet, passkey) };
}

it('calls the browser before the click handler returns', async () => {
  const fetched = vi.fn(fetch);
  const { prepared } = await preparedPasskey({}, fetched);
  const get = vi.spyOn(navigator.credentials, 'get');
  fetched.mockClear();
  const confirmed = prepared.confirm();
  expect(get).toHaveBeenCalledTimes(1);
  expect(fetched).not.toHaveBeenCalled();
  await confirmed;
  get.mockRestore();
});

it('calls the browser at once for a registration as well', async () => {
  const { wallet } = await signedIn();
  const prepared = await wallet.prepareNewPasskey({ nickname: 'Phone' });
  const create = vi.spyOn(navigator.credentials, 'create');
  const confirmed = prepared.confirm();
  expect(create).toHaveBeenCalledTimes(1);
  create.mockRestore();
  await confirmed;
  expect(prepared.timeLeft()).toBe(0);
});

it("requests exactly this passkey, and sends only the service's fields", async () => {
  const fetched = vi.fn(fetch);
  const { passkey, prepared } = await preparedPasskey({}, fetched);
  const get = vi.spyOn(navigator.credentials, 'get');
  fetched.mockClear();
  await prepared.confirm();
  const allowed = get.mock.calls[0]?.[0]?.publicKey?.allowCredentials;
  expect(allowed?.map(({ transports }) => transports)).toEqual([undefined]);
  const verify = fetched.mock.calls.find(([url]) => String(url).endsWith('/v1/verify'));
  const body = JSON.parse(String(verify?.[1]?.body));
  expect(Object.keys(body).sort()).toEqual([
    'accountId',
    'assertion',
    'attempt',
    'id',
    'ticket',
    'type',
  ]);
  expect(Object.keys(body.assertion).sort()).toEqual([
    'authenticatorData',
    'clientDataJson',
    'credentialId',
    'signature',
    'userHandle',
  ]);
  expect(body.assertion.credentialId).toBe(passkey.credentialId);
  get.mockRestore();
});

it('does not create a second passkey on the same authenticator', async () => {
  const { wallet } = await signedIn();
  await wallet.addPasskey({ nickname: 'Laptop' });
  const again = wallet.addPasskey({ nickname: 'Again' });
  await expect(again).rejects.toMatchObject({ code: 'PASSKEY_EXISTS' });
});

it('refuses another passkey than the expected one', async () => {
  const { prepared } = await preparedPasskey();
  const real = navigator.credentials.get.bind(navigator.credentials);
  const get = vi.spyOn(navigator.credentials, 'get').mockImplementation(async (options) => {
    const credential = (await real(options)) as PublicKeyCredential;
    const rawId = new Uint8Array([1, 2, 3]).buffer;
    return new Proxy(credential, {
      get: (target, name) => {
        if (name === 'rawId') return rawId;
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  });
  await expect(prepared.confirm()).rejects.toMatchObject({ code: 'WRONG_PASSKEY' });
  get.mockRestore();
  // The service has not seen the challenge's answer: it is still valid.
  expect((await prepared.confirm()).type).toBe('PASSKEY');
});

it('closes the dialog when its signal is aborted, and can be confirmed again', async () => {
  const { prepared } = await preparedPasskey();
  await authenticator.setPresence(false);
  const stop = new AbortController();
  const confirmed = prepared.confirm({ signal: stop.signal });
  stop.abort();
  await expect(confirmed).rejects.toMatchObject({ code: 'ABORTED', silent: true });
  const again = prepared.confirm({ signal: stop.signal });
  await expect(again).rejects.toMatchObject({ code: 'ABORTED' });
  await authenticator.setPresence(true);
  expect((await prepared.confirm()).type).toBe('PASSKEY');
});

it('runs one ceremony at a time', async () => {
  const { wallet, passkey } = await withPasskey();
  const [one, two] = await Promise.all([prepare(wallet, passkey), prepare(wallet, passkey)]);
  await authenticator.setPresence(false);
  const stop = new AbortController();
  const first = one.confirm({ signal: stop.signal });
  const busy = { code: 'CEREMONY_IN_PROGRESS', silent: true };
  await expect(two.confirm()).rejects.toMatchObject(busy);
  stop.abort();
  await expect(first).rejects.toMatchObject({ code: 'ABORTED' });
});

it('offers the passkey in an input, and is aborted by a click', async () => {
  const { prepared } = await preparedPasskey();
  await authenticator.setPresence(false);
  const get = vi.spyOn(navigator.credentials, 'get');
  const offered = prepared.autofill();
  const refused = expect(offered).rejects.toMatchObject({ code: 'ABORTED', silent: true });
  await eventually(() => expect(get).toHaveBeenCalledTimes(1));
  expect(get.mock.calls[0]?.[0]).toMatchObject({ mediation: 'conditional' });
  expect(get.mock.calls[0]?.[0]?.publicKey?.allowCredentials).toEqual([]);
  await authenticator.setPresence(true);
  const session = await prepared.confirm();
  await refused;
  expect(session.type).toBe('PASSKEY');
  get.mockRestore();
});

it('signs in from an input, also when its component mounted twice', async () => {
  const { prepared } = await preparedPasskey();
  const get = vi.spyOn(navigator.credentials, 'get');
  const unmounted = new AbortController();
  const first = prepared.autofill({ signal: unmounted.signal });
  unmounted.abort();
  const second = prepared.autofill();
  await expect(first).rejects.toMatchObject({ code: 'ABORTED' });
  expect((await second).type).toBe('PASSKEY');
  expect(get).toHaveBeenCalledTimes(1);
  get.mockRestore();
});

it.each(['is stopped', 'makes way for a click'])(
  'leaves no pending request when autofill %s before it has begun',
  async (end) => {
    const { prepared } = await preparedPasskey();
    await authenticator.setPresence(false);
    const stop = new AbortController();
    let reply = (_isAvailable: boolean) => {};
    const asked = vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable');
    // The wallet's check returns; the library's own stays pending, and with it the ceremony.
    const held = new Promise<boolean>((resolve) => {
      reply = resolve;
    });
    asked.mockResolvedValueOnce(true).mockReturnValue(held);
    const get = vi.spyOn(navigator.credentials, 'get');
    const offered = prepared.autofill({ signal: stop.signal });
    const refused = expect(offered).rejects.toMatchObject({ code: 'ABORTED', silent: true });
    await eventually(() => expect(asked).toHaveBeenCalledTimes(3));
    expect(get).not.toHaveBeenCalled();
    if (end === 'is stopped') stop.abort();
    await authenticator.setPresence(true);
    const confirmed = prepared.confirm();
    reply(true);
    expect((await confirmed).type).toBe('PASSKEY');
    await refused;
    expect(get.mock.calls.map(([options]) => options?.mediation)).toEqual([
      'conditional',
      undefined,
    ]);
    expect(get.mock.calls[0]?.[0]?.signal?.aborted).toBe(true);
    expect(get.mock.calls[1]?.[0]?.signal?.aborted).toBe(false);
    asked.mockRestore();
    get.mockRestore();
  },
);

it('signs in without an id, with the newest passkey in one dialog and with another in two', async () => {
  const world = await newWorld();
  const relay = createRelayTransport(world);
  /** The passkey that this device lacks counts as the newest one, or as the oldest. */
  let createdAt = '2000-01-01T00:00:00Z';
  const transport: WalletTransport = {
    ...relay,
    async account(request) {
      const account = await relay.account(request);
      const credentials = account.credentials.map((one) =>
        one.nickname === 'Lost' ? { ...one, createdAt } : one,
      );
      return { ...account, credentials };
    },
  };
  const wallet = createWallet({ accountId: world.accountId, transport, stampsPerMinute: 10_000 });
  await (await wallet.emailOtp().send()).verify('000000');
  await wallet.addPasskey({ nickname: 'Lost' });
  authenticator = await addAuthenticator();
  await wallet.addPasskey({ nickname: 'Laptop' });
  await wallet.signOut();

  const get = vi.spyOn(navigator.credentials, 'get');
  const allowed = () => get.mock.calls.map(([asked]) => asked?.publicKey?.allowCredentials?.length);
  expect((await (await wallet.passkey().prepare()).confirm()).nickname).toBe('Laptop');
  expect(allowed()).toEqual([2]);
  await wallet.signOut();

  createdAt = '2100-01-01T00:00:00Z';
  get.mockClear();
  const prepared = await wallet.passkey().prepare();
  expect((await prepared.confirm()).nickname).toBe('Laptop');
  expect(allowed()).toEqual([2, 1]);
  get.mockRestore();
});

it('does not sign in without an id if there is no credential to assume', async () => {
  const { wallet } = await signedIn();
  await expect(wallet.passkey().prepare()).rejects.toMatchObject({ code: 'NO_CREDENTIAL' });
  await wallet.addPasskey({ nickname: 'Laptop' });
  const { credentials } = await wallet.account();
  expect(credentials.some(({ type }) => type === 'OAUTH')).toBe(true);
  expect((await wallet.oauth().prepare()).nonce).toHaveLength(64);
});

it('refuses an expired challenge without a dialog', async () => {
  const clock = manualClock();
  const { prepared } = await preparedPasskey({ clock });
  expect(prepared.timeLeft()).toBeGreaterThan(0);
  clock.advance(60 * 60_000);
  const get = vi.spyOn(navigator.credentials, 'get');
  await expect(prepared.confirm()).rejects.toMatchObject({ code: 'CHALLENGE_EXPIRED' });
  expect(get).not.toHaveBeenCalled();
  get.mockRestore();
});

it('needs a session to add a passkey', async () => {
  const world = await newWorld();
  const adding = createWallet(optionsOf(world)).addPasskey({ nickname: 'Laptop' });
  const refusal = { code: 'NOT_SIGNED_IN', userAction: 'reauthenticate' };
  await expect(adding).rejects.toMatchObject(refusal);
  expect(await control(world, { do: 'requests' })).toEqual([]);
});
