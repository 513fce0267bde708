import { createMock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createPaymentsClient } from '@org/payments-sdk';
import { expect, onTestFinished, test } from 'vitest';

const code = '123456';
const endUserIpAddress = '203.0.113.7';

/** A customer who has to authenticate strongly, with an account and a payee. */
async function start() {
  const mock = createMock({
    seed: 'sca',
    checkResponses: true,
    strongAuthenticationRegions: ['DE'],
  });
  const server = await listen(mock);
  onTestFinished(() => server.close());
  const payments = createPaymentsClient(server.connection);
  const { id: customerId } = mock.add.customer({ region: 'DE', phoneNumber: '+4915112345678' });
  const source = mock.add.internalAccount({ customerId, available: 100_00 });
  const { id: externalAccountId } = mock.add.externalAccount({ customerId });
  const logIn = async () => {
    const factor = 'SMS_OTP' as const;
    const { challengeId } = await payments.scaLogin.start({ customerId, factor });
    const proof = { challengeId, code, endUserIpAddress };
    return payments.scaLogin.complete({ customerId, factor, ...proof });
  };
  const pay = () =>
    payments.quotes.create({
      source: { sourceType: 'ACCOUNT', accountId: source.id },
      destination: { destinationType: 'ACCOUNT', accountId: externalAccountId },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_00,
      scaFactor: 'SMS_OTP',
    });
  return { mock, payments, customerId, externalAccountId, logIn, pay };
}

test('a customer logs in, adds an app, loses it, and starts again', async () => {
  const { mock, payments, customerId, logIn } = await start();
  await expect(
    payments.scaFactors.startEnrollment({ customerId, type: 'TOTP' }),
  ).rejects.toMatchObject({ status: 409, code: 'SCA_SESSION_REQUIRED' });
  expect((await logIn()).status).toBe('COMPLETED');
  const begun = await payments.scaFactors.startEnrollment({ customerId, type: 'TOTP' });
  if (begun.type !== 'TOTP') throw new Error(`Not an app: ${begun.type}`);
  const { secret } = begun;
  await payments.scaFactors.confirmEnrollment({ customerId, type: 'TOTP', secret, code });
  const { factors } = await payments.scaFactors.list({ customerId });
  expect(factors.map(({ factor }) => factor)).toEqual(['SMS_OTP', 'TOTP']);
  const { resetId } = await payments.scaFactors.startReset({ customerId, factor: 'TOTP' });
  mock.clock.advance({ minutes: 1 });
  expect((await payments.scaFactors.getReset({ customerId, resetId })).status).toBe(
    'LIVENESS_PASSED',
  );
  await payments.scaFactors.completeReset({ customerId, resetId });
  const again = await payments.scaFactors.startEnrollment({ customerId, type: 'TOTP' });
  if (again.type !== 'TOTP') throw new Error(`Not an app: ${again.type}`);
  const confirmed = { type: 'TOTP', secret: again.secret, code } as const;
  await payments.scaFactors.confirmEnrollment({ customerId, ...confirmed });
  const [, app] = (await payments.scaFactors.list({ customerId })).factors;
  await payments.scaFactors.delete({ customerId, credentialId: app?.credentialId ?? '' });
  expect((await payments.scaFactors.list({ customerId })).factors).toHaveLength(1);
});

test('a payment waits until its customer authorizes it, except to a payee that is trusted', async () => {
  const { mock, payments, externalAccountId, pay } = await start();
  const { id: quoteId } = await pay();
  const executed = await payments.quotes.execute({ quoteId });
  expect(executed).toMatchObject({ status: 'PENDING_AUTHORIZATION' });
  expect(mock.eventsOf('OUTGOING_PAYMENT.PENDING_AUTHORIZATION')).toHaveLength(1);
  await payments.quotes.resendAuthorizationCode({ quoteId });
  await expect(payments.quotes.authorize({ quoteId, code: '0' })).rejects.toMatchObject({
    status: 401,
  });
  expect(await payments.quotes.authorize({ quoteId, code })).toMatchObject({
    status: 'PROCESSING',
  });
  const trust = await payments.externalAccounts.startTrust({ externalAccountId });
  const challengeId = trust.scaChallenge?.id;
  const confirmed = { externalAccountId, challengeId, code };
  expect(await payments.externalAccounts.confirmTrust(confirmed)).toEqual({ trusted: true });
  const trusted = await pay();
  expect(await payments.quotes.execute({ quoteId: trusted.id })).toMatchObject({
    status: 'PROCESSING',
  });
  const end = await payments.externalAccounts.startUntrust({ externalAccountId });
  await payments.externalAccounts.confirmUntrust({
    ...confirmed,
    challengeId: end.scaChallenge?.id,
  });
  const untrusted = await pay();
  expect(await payments.quotes.execute({ quoteId: untrusted.id })).toMatchObject({
    status: 'PENDING_AUTHORIZATION',
  });
});

test('failed attempts of the platform lock a customer', async () => {
  const { payments, customerId, logIn } = await start();
  const eventType = 'FAILED_LOGIN_ATTEMPT' as const;
  for (let count = 0; count < 5; count += 1) {
    await payments.scaLogin.recordEvent({ customerId, eventType });
  }
  await expect(logIn()).rejects.toMatchObject({ status: 423, code: 'ACCOUNT_LOCKED' });
});
