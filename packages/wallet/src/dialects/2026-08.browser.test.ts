import { expect, it } from 'vitest';
import { cardState, newWorld, optionsOf } from '../../test/app/client.ts';
import { freezeCard, signIn } from '../../test/app/signed-in.ts';
import { createRelayTransport, createWallet } from '../index.ts';

const dialect = '2026-08';

it('signs with a key of this page, after a reload too, and freezes a card without a signature', async () => {
  const world = await newWorld({ dialect });
  await createWallet(optionsOf(world)).emailOtp(world.emailId).send();
  // Another page has nothing but the storage of this one.
  const wallet = createWallet(optionsOf(world));
  const session = await wallet.emailOtp(world.emailId).verify('000000');
  const refreshed = await wallet.refresh();
  expect(refreshed.id).not.toBe(session.id);
  await wallet.run('setPrivacy', { privateEnabled: true });
  await wallet.signOut();
  await freezeCard(wallet, world);
  expect(await cardState(world)).toBe('FROZEN');
});

it('attack: a code is not sealed to a key that the pinned key did not sign', async () => {
  const [world, other] = await Promise.all([newWorld({ dialect }), newWorld({ dialect })]);
  const relay = createRelayTransport(world);
  let verifications = 0;
  const wallet = createWallet({
    ...optionsOf(world),
    transport: {
      ...relay,
      verify: (request) => {
        verifications += 1;
        return relay.verify(request);
      },
    },
    codeKey: other.codeKey,
  });
  const otp = await wallet.emailOtp(world.emailId).send();
  await expect(otp.verify('000000')).rejects.toMatchObject({
    code: 'UNEXPECTED',
    message: expect.stringContaining('is not signed by the pinned key'),
  });
  expect(verifications).toBe(0);
});

it('attack: a sign-in does not stamp a change', async () => {
  const world = await newWorld({ dialect });
  const relay = createRelayTransport(world);
  const payloadToSign = '{"type":"ACTIVITY_TYPE_EXPORT_WALLET","parameters":{}}';
  const verify: typeof relay.verify = async (request) =>
    ({ ...(await relay.verify(request)), payloadToSign }) as never;
  const wallet = createWallet({ ...optionsOf(world), transport: { ...relay, verify } });
  const otp = await wallet.emailOtp(world.emailId).send();
  await expect(otp.verify('000000')).rejects.toMatchObject({ code: 'PAYLOAD_MISMATCH' });
});

it('says before a code is sent that it could not be sealed', async () => {
  const world = await newWorld({ dialect });
  const relay = createRelayTransport(world);
  let sent = 0;
  const challenge: typeof relay.challenge = (request) => {
    sent += 1;
    return relay.challenge(request);
  };
  const { codeKey: _, ...options } = optionsOf(world);
  const wallet = createWallet({ ...options, transport: { ...relay, challenge } });
  await expect(wallet.emailOtp(world.emailId).send()).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('`codeKey` is missing'),
  });
  expect(sent).toBe(0);
});

it.each([
  ['the relay', undefined, { dialect, codeKey: '04' }, 'the dialect 2026-08, the relay none'],
  ['the wallet', dialect, { dialect: undefined }, 'The relay has the dialect 2026-08'],
] as const)('says that %s has no dialect', async (_which, ofRelay, options, message) => {
  const world = await newWorld({ dialect: ofRelay });
  const wallet = createWallet({ ...optionsOf(world), ...options });
  await expect(signIn(wallet, world)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining(message),
  });
});
