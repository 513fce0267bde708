import { generateClientKey } from '@org/payments-crypto';
import { expect } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { openEndpoint } from '../../../test/lab/endpoint.ts';
import { expectInvalid, expectUnauthorized, openLab } from '../../../test/lab/lab.ts';

rules('configuration', (test, door) => {
  test('values that were never set have defaults, and reading writes nothing', async (lab) => {
    const before = lab.mock.snapshot();
    const { body } = await lab.send('GET', '/config');
    expect(body).toMatchObject({
      id: expect.stringMatching(/^PlatformConfig:/),
      embeddedWalletConfig: { otpLength: 6, alphanumeric: false, expirationSeconds: 300 },
    });
    expect(body).not.toHaveProperty('webhookEndpoint');
    expect(lab.mock.snapshot()).toEqual(before);
  });

  test('fields left out of a change stay unchanged, inside embeddedWalletConfig too', async (lab) => {
    const wallet = (embeddedWalletConfig: object) =>
      lab.send('PATCH', '/config', { embeddedWalletConfig });
    await lab.send('PATCH', '/config', { umaDomain: 'pay.example.com' });
    await wallet({ otpLength: 8 });
    lab.mock.clock.advance({ minutes: 1 });
    const { body, status } = await wallet({ appName: 'Example Pay' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      umaDomain: 'pay.example.com',
      embeddedWalletConfig: { otpLength: 8, appName: 'Example Pay', expirationSeconds: 300 },
      createdAt: '2026-01-05T09:00:00.000Z',
      updatedAt: '2026-01-05T09:01:00.000Z',
    });
    expect((await lab.send('GET', '/config')).body).toEqual(body);
  });

  test('values outside their range are 400 with the field', async (lab) => {
    const cases: readonly (readonly [object, string])[] = [
      [{}, 'body'],
      [{ webhookEndpoint: 'example.com' }, 'webhookEndpoint'],
      [{ embeddedWalletConfig: { otpLength: 3 } }, 'embeddedWalletConfig.otpLength'],
      [{ embeddedWalletConfig: { otpLength: 13 } }, 'embeddedWalletConfig.otpLength'],
      [
        { embeddedWalletConfig: { expirationSeconds: 0 } },
        'embeddedWalletConfig.expirationSeconds',
      ],
      [
        { cardTokenization2faConfig: { logoUrl: 'http://example.com/logo.png' } },
        'cardTokenization2faConfig.logoUrl',
      ],
    ];
    for (const [body, field] of cases)
      expectInvalid(await lab.send('PATCH', '/config', body), field);
    expect(lab.mock.events).toEqual([]);
  });

  test.each([
    [{ otpLength: 4 }, /^0000$/],
    [{ otpLength: 12 }, /^0{12}$/],
    [{ otpLength: 8, alphanumeric: true }, /^[A-Z2-9]{8}$/],
  ])('one-time codes follow %j', async (embeddedWalletConfig, form) => {
    const lab = await openLab(door);
    await lab.send('PATCH', '/config', { embeddedWalletConfig });
    const { credential } = lab.mock.add.wallet();
    const path = `/auth/credentials/${credential.id}`;
    const verify = async (otp: string) => {
      const clientPublicKey = (await generateClientKey()).publicKey;
      return lab.send('POST', `${path}/verify`, { type: 'EMAIL_OTP', otp, clientPublicKey });
    };
    await lab.send('POST', `${path}/challenge`);
    const code = lab.mock.outbox[0]?.code ?? '';
    expect(code).toMatch(form);
    expectUnauthorized(await verify('000000'), 'invalidOtp');
    expect((await verify(code)).status).toBe(200);
  });

  test('one-time codes expire as configured', async (lab) => {
    await lab.send('PATCH', '/config', { embeddedWalletConfig: { expirationSeconds: 30 } });
    const { credential } = lab.mock.add.wallet();
    const path = `/auth/credentials/${credential.id}`;
    const verifyAfter = async (milliseconds: number) => {
      await lab.send('POST', `${path}/challenge`);
      lab.mock.clock.advance({ milliseconds });
      const clientPublicKey = (await generateClientKey()).publicKey;
      const body = { type: 'EMAIL_OTP', otp: '000000', clientPublicKey };
      return lab.send('POST', `${path}/verify`, body);
    };
    expectUnauthorized(await verifyAfter(30_000), 'otpExpired');
    expect((await verifyAfter(29_999)).status).toBe(200);
  });

  test('the configured currencies are those that customers may use', async (lab) => {
    const currency = {
      currencyCode: 'CHF',
      minAmount: 1,
      maxAmount: 100,
      requiredCounterpartyFields: [{ name: 'FULL_NAME', mandatory: true }],
      enabledTransactionTypes: ['INCOMING'],
    };
    const { id } = lab.mock.add.customer();
    const use = (code: string) => lab.send('PATCH', `/customers/${id}`, { currencies: [code] });
    expectInvalid(await use('CHF'), 'currencies.0');
    const set = await lab.send('PATCH', '/config', { supportedCurrencies: [currency] });
    expect(set.body.supportedCurrencies).toEqual([currency]);
    expect((await use('CHF')).status).toBe(200);
    expectInvalid(await use('USD'), 'currencies.0');
  });

  test('a new webhook endpoint gets a TEST event, the same one again does not', async (lab) => {
    const [one, other] = [await openEndpoint(), await openEndpoint()];
    for (const webhookEndpoint of [one.url, one.url, other.url]) {
      await lab.send('PATCH', '/config', { webhookEndpoint });
      await lab.mock.webhooks.flush();
    }
    await lab.send('PATCH', '/config', { umaDomain: 'pay.example.com' });
    await lab.mock.webhooks.flush();
    const kinds = [one, other].map(({ received }) => received.map(({ event }) => event.type));
    expect(kinds).toEqual([['TEST'], ['TEST']]);
    expect(lab.mock.eventsOf('TEST')).toHaveLength(2);
  });
});
