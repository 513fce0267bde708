import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createWallet, getWalletEnvironment, isWalletError } from '../index.ts';
import { defineElements } from '../ui/index.ts';
import { useOtp, usePasskey, useSession, useSignedAction } from './index.ts';

it('renders on a server as signed out and not ready, without a request', () => {
  const wallet = createWallet({ relay: '/api/wallet' });
  function Screen() {
    const { status, ready } = useSession(wallet);
    const otp = useOtp(wallet, 'AuthMethod:1');
    const passkey = usePasskey(wallet, 'AuthMethod:2', { autofill: true });
    const freeze = useSignedAction(wallet, 'freezeCard');
    return `${status} ${ready} ${otp.status} ${passkey.status} ${freeze.status}`;
  }
  expect(renderToString(<Screen />)).toBe('signed-out false idle preparing idle');
});

it('has methods that return on a server instead of throwing', async () => {
  expect(await getWalletEnvironment()).toEqual({
    hasPage: false,
    isSecureContext: false,
    hasWebAuthn: false,
    hasConditionalUi: false,
    hasPlatformAuthenticator: false,
    storage: 'memory',
    isFramed: false,
    isCrossOriginFrame: false,
    missing: [],
    recommendedMethod: 'none',
  });
  // Elements are defined in a page only.
  defineElements();
  const wallet = createWallet({ relay: '/api/wallet' });
  expect(await wallet.ready()).toMatchObject({ status: 'signed-out', persistence: 'memory' });
  const refused = await wallet.refresh().catch((error: unknown) => error);
  expect(isWalletError(refused) && refused.code).toBe('NOT_SIGNED_IN');
  wallet.close();
});
