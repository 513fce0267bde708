import { generateClientKey } from '@org/payments-crypto';
import { type Attack, attacks } from '../support/attack.ts';

const key = async () => (await generateClientKey()).publicKey;
const forbidden = { status: 403, code: 'FORBIDDEN' };

/** Eve is logged in as herself and sends ids of Ada's resources. */
export const ownership: readonly Attack[] = [
  ...attacks("another user's", forbidden, {
    'account, listed': async ({ ada, eve }) => {
      const { accountId } = ada;
      return () => eve.browser.send('account', { accountId });
    },
    'account, in passkey options': async ({ ada, eve }) => {
      const request = { accountId: ada.accountId, nickname: 'Phone' };
      return () => eve.browser.send('passkeyOptions', request);
    },
    'account, in an action': async ({ ada, eve }) => {
      const { accountId } = ada;
      const request = { action: 'setPrivacy', input: { privateEnabled: true }, accountId };
      return () => eve.browser.send('actionBegin', request);
    },
    'credential, to send a code':
      async ({ ada, eve }) =>
      () =>
        eve.browser.send('challenge', { id: ada.credentialId }),
    'credential, to try a code': async ({ ada, eve, mock }) => {
      await ada.browser.call('challenge', { id: ada.credentialId });
      const otp = mock.outbox.at(-1)?.code;
      const clientPublicKey = await key();
      const request = { type: 'EMAIL_OTP', id: ada.credentialId, otp, clientPublicKey };
      return () => eve.browser.send('verify', request);
    },
    'credential, to remove it':
      async ({ ada, eve }) =>
      () =>
        eve.browser.send('revokeBegin', { id: ada.credentialId }),
    'session, to refresh it': async ({ ada, eve }) => {
      const { id } = await ada.signIn();
      const clientPublicKey = await key();
      return () => eve.browser.send('refreshBegin', { id, clientPublicKey });
    },
    'session, to end it': async ({ ada, eve }) => {
      const { id } = await ada.signIn();
      return () => eve.browser.send('revokeBegin', { id });
    },
    'card, in the input of an action': async ({ ada, eve }) => {
      const request = { action: 'freezeCard', input: { cardId: ada.cardId } };
      return () => eve.browser.send('actionBegin', request);
    },
    'card, as a key in the input of an action': async ({ ada, eve }) => {
      const request = { action: 'freezeCards', input: { until: { [ada.cardId]: 'tomorrow' } } };
      return () => eve.browser.send('actionBegin', request);
    },
    'card, within a string in the input of an action': async ({ ada, eve }) => {
      const request = { action: 'freezeCard', input: { cardId: `x/../${ada.cardId}` } };
      return () => eve.browser.send('actionBegin', request);
    },
    'card, with its colon encoded': async ({ ada, eve }) => {
      const cardId = ada.cardId.replace(':', '%3A');
      return () => eve.browser.send('actionBegin', { action: 'freezeCard', input: { cardId } });
    },
    'card, in an action that may name others': async ({ ada, eve }) => {
      const request = { action: 'freezeFor', input: { cardId: ada.cardId } };
      return () => eve.browser.send('actionBegin', request);
    },
    'agent, in an action that needs no signature': async ({ ada, eve, mock }) => {
      const { agent } = mock.add.agent({ customerId: ada.customerId });
      const request = { action: 'pauseAgent', input: { agentId: agent.id } };
      return () => eve.browser.send('actionBegin', request);
    },
    'session, to refresh it in an account of her own': async ({ ada, eve }) => {
      const { id } = await ada.signIn();
      const request = { id, clientPublicKey: await key(), accountId: eve.accountId };
      return () => eve.browser.send('refreshBegin', request);
    },
    'credential, looked for in the account of its owner': async ({ ada, eve }) => {
      const request = { id: ada.credentialId, accountId: ada.accountId };
      return () => eve.browser.send('challenge', request);
    },
  }),
  ...attacks('guessed', forbidden, {
    account:
      async ({ eve }) =>
      () =>
        eve.browser.send('account', { accountId: 'InternalAccount:guess' }),
    credential:
      async ({ eve }) =>
      () =>
        eve.browser.send('challenge', { id: 'AuthMethod:guess' }),
    session:
      async ({ eve }) =>
      () =>
        eve.browser.send('revokeBegin', { id: 'Session:guess' }),
    card:
      async ({ eve }) =>
      () =>
        eve.browser.send('actionBegin', { action: 'freezeCard', input: { cardId: 'Card:guess' } }),
  }),
  ...attacks(
    'not logged in',
    { status: 401, code: 'NOT_AUTHENTICATED' },
    {
      'without a cookie':
        async ({ ada, nobody }) =>
        () =>
          nobody.send('account', { accountId: ada.accountId }),
      'with a cookie that belongs to no user':
        async ({ nobody }) =>
        () =>
          nobody.send('account', {}, { headers: { cookie: 'session=mallory' } }),
      "with a live ticket of Ada's": async ({ ada, nobody }) => {
        const session = await ada.signIn();
        const request = { action: 'freezeCard', input: { cardId: ada.cardId } };
        const { ticket, payloadToSign } = await ada.browser.begin('actionBegin', request);
        const stamp = await session.key.stamp(payloadToSign);
        return () => nobody.send('actionComplete', { ticket, stamp });
      },
    },
  ),
];
