import { expect, it } from 'vitest';
import { createWallet } from './index.ts';

it('signs in with a code and freezes a card', async () => {
  const world = await (await fetch('/__wallet/world', { method: 'POST' })).json();
  const wallet = createWallet({ relay: world.relay, accountId: world.accountId });
  const otp = await wallet.emailOtp(world.emailId).send();
  await otp.verify('000000');
  expect(wallet.state.status).toBe('active');
  const card = await wallet.run('freezeCard', { cardId: world.cardId });
  expect(card).toMatchObject({ state: 'FROZEN' });
});
