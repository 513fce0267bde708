import { createMock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createAuthenticator } from '@org/payments-mock/testing';
import { createPaymentsClient } from '@org/payments-sdk';
import { verifiedCustomer } from '../verified-customer.ts';
import { type Ask, addPasskey, logIn, payWithAuthorization, trustPayee } from './authorize.ts';

const origin = 'http://localhost:3000';
const endUserIpAddress = '203.0.113.7';

/** The browser of the payer, with a passkey in the JSON that `toJSON()` of a credential returns. */
function browser() {
  const passkey = createAuthenticator();
  return {
    async create({ challenge }: Record<string, unknown>) {
      const made = await passkey.register({ challenge: String(challenge) });
      const { clientDataJson: clientDataJSON, attestationObject } = made;
      return { id: made.credentialId, response: { clientDataJSON, attestationObject } };
    },
    async get({ challenge }: Record<string, unknown>) {
      const signed = await passkey.authenticate({ challenge: String(challenge) });
      const { clientDataJson: clientDataJSON, authenticatorData, signature } = signed;
      return {
        id: signed.credentialId,
        response: { clientDataJSON, authenticatorData, signature },
      };
    },
  };
}

/** Pays where customers have to authenticate, against a mock; `print` receives each step. */
export async function play(print: (line: string) => void): Promise<void> {
  const strongAuthenticationRegions = ['DE'];
  const mock = createMock({ seed: 'strong', checkResponses: true, strongAuthenticationRegions });
  const server = await listen(mock, { port: 0 });
  try {
    const payments = createPaymentsClient(server.connection);
    const contact = { region: 'DE', phoneNumber: '+4915112345678' };
    const { customerId, accountId } = await verifiedCustomer(
      payments,
      mock.clock,
      'USD',
      1_000_00,
      contact,
    );
    const payee = await payments.externalAccounts.create({
      customerId,
      currency: 'EUR',
      accountInfo: {
        accountType: 'EUR_ACCOUNT',
        iban: 'DE89370400440532013000',
        beneficiary: {
          beneficiaryType: 'INDIVIDUAL',
          fullName: 'Grace Hopper',
          countryOfResidence: 'DE',
        },
      },
    });
    let attempts = 0;
    const pay = (ask: Ask, scaFactor?: 'PASSKEY') => {
      attempts += 1;
      return payWithAuthorization(
        payments,
        `order-${attempts}`,
        { accountId, payeeId: payee.id, amount: 100_00, ...(scaFactor && { scaFactor }) },
        { ask, endUserIpAddress },
      );
    };
    const readCode = () => mock.outbox.at(-1)?.code ?? '';
    const byCode: Ask = async ({ factor, purpose }) => {
      print(`asked for ${factor}: ${purpose}`);
      return { code: readCode() };
    };

    await logIn(payments, customerId, { readCode, endUserIpAddress });
    print(`with a code: ${(await pay(byCode)).status}`);
    const wrong = await pay(async () => ({ code: '999999' })).catch((error) => error);
    print(`with a wrong code: ${wrong.code}`);

    const { create, get } = browser();
    await addPasskey(payments, customerId, create, origin);
    const byPasskey: Ask = async ({ passkeyAssertionOptions }) => {
      const passkeyAssertion = await get(passkeyAssertionOptions ?? {});
      return { passkeyAssertion, origin };
    };
    print(`with a passkey: ${(await pay(byPasskey, 'PASSKEY')).status}`);

    await trustPayee(payments, payee.id, byCode);
    const never: Ask = () => Promise.reject(new Error('Nobody should be asked.'));
    print(`to a trusted payee: ${(await pay(never)).status}`);
    mock.clock.advance({ minutes: 6 });
    const { data } = await payments.transactions.list({ customerId, type: 'OUTGOING' });
    print(`payments: ${data.map(({ status }) => status).join(', ')}`);
  } finally {
    await server.close();
  }
}
