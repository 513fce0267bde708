import { describe, expect, it } from 'vitest';
import {
  control,
  manualClock,
  newWorld as newWorldOf,
  optionsOf,
  type TestWorld,
} from '../../test/app/client.ts';
import {
  createRelayTransport,
  createWallet,
  type WalletOptions,
  type WalletTransport,
} from '../index.ts';

describe.each([undefined, '2026-08'] as const)('in the dialect %s', (dialect) => {
  const newWorld = () => newWorldOf({ dialect });

  function walletOf(world: TestWorld, options: WalletOptions = {}) {
    return createWallet({ ...optionsOf(world), ...options });
  }

  it('keeps the flow after a wrong code, and uses another client key for the next attempt', async () => {
    const world = await newWorld();
    const wallet = walletOf(world);
    const otp = await wallet.emailOtp(world.emailId).send();
    await expect(otp.verify('111111')).rejects.toMatchObject({
      code: 'WRONG_CODE',
      userAction: 'retry',
      serviceCode: 'UNAUTHORIZED',
      reason: 'wrong_otp',
    });
    expect(wallet.state.status).toBe('signed-out');
    // The mock is strict: it refuses a client key that was used before.
    await otp.verify('000000');
    expect(wallet.state.status).toBe('active');
  });

  it('requires a new code when none is outstanding', async () => {
    const world = await newWorld();
    await expect(walletOf(world).emailOtp(world.emailId).verify('000000')).rejects.toMatchObject({
      code: 'CODE_EXPIRED',
      userAction: 'request_new_code',
    });
  });

  it('keeps the wait between codes, also in another flow of the same credential', async () => {
    const world = await newWorld();
    const clock = manualClock();
    const wallet = walletOf(world, { clock });
    await wallet.emailOtp(world.emailId).send();
    const again = wallet.emailOtp(world.emailId);
    expect(again.resendIn()).toBe(30_000);
    await expect(again.send()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 30_000 });
    clock.advance(29_000);
    expect(again.resendIn()).toBe(1_000);
    clock.advance(1_000);
    await again.send();
    expect(await control(world, { do: 'requests' })).toEqual(['/v1/challenge', '/v1/challenge']);
  });

  it("uses the relay's wait between codes", async () => {
    const world = await newWorld();
    const clock = manualClock();
    const otp = walletOf(world, { clock }).emailOtp(world.emailId);
    await otp.send();
    await control(world, { do: 'break', path: '/verify', status: 429, times: 1 });
    await expect(otp.verify('000000')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfter: 7_000,
    });
    clock.advance(6_000);
    await expect(otp.verify('000000')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfter: 1_000,
    });
    clock.advance(1_000);
    expect((await otp.verify('000000')).type).toBe('EMAIL_OTP');
  });

  it('refuses a session of another account', async () => {
    const world = await newWorld();
    const accountId = `${world.accountId}x`;
    // A backend that ignores the account is not trusted.
    const relay = createRelayTransport(world);
    const transport: WalletTransport = {
      ...relay,
      challenge: ({ accountId: _hint, ...request }) => relay.challenge(request),
      verify: ({ accountId: _hint, ...request }) => relay.verify(request),
    };
    const wallet = createWallet({ ...optionsOf(world), transport, accountId });
    const otp = await wallet.emailOtp(world.emailId).send();
    await expect(otp.verify('000000')).rejects.toMatchObject({ code: 'UNEXPECTED' });
    expect(wallet.state.status).toBe('signed-out');
  });
});
