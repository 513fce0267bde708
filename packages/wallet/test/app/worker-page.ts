import { generateClientKey, openSealedKey } from '@org/payments-crypto';
import { createWallet, isWalletError } from '../../src/index.ts';
import type { TestWorld } from './backend.ts';
import { freezeWith } from './thief.ts';

declare global {
  interface Window {
    attackByWorker(world: TestWorld): Promise<{ readonly victim: string; readonly card: unknown }>;
  }
}

const SCRIPT = '/__wallet/service-worker/main.js';

/** Registers the service worker for this page, and waits until the page's requests go through it. */
async function registerWorker() {
  const { serviceWorker } = navigator;
  const controlled = new Promise((resolve) => {
    serviceWorker.addEventListener('controllerchange', resolve, { once: true });
  });
  const registration = await serviceWorker.register(SCRIPT, { scope: '/__wallet/worker/' });
  if (serviceWorker.controller === null) await controlled;
  const { controller } = serviceWorker;
  if (controller === null) throw new Error('The service worker does not control the page.');
  return { controller, remove: () => registration.unregister() };
}

window.attackByWorker = async (world) => {
  const { controller, remove } = await registerWorker();
  try {
    const own = await generateClientKey();
    const { port1, port2 } = new MessageChannel();
    const messages = async () =>
      new Promise<unknown>((resolve) => {
        port1.onmessage = ({ data }) => resolve(data);
      });
    const isReady = messages();
    controller.postMessage(own.publicKey, [port2]);
    await isReady;
    const stolen = messages();
    const { relay, accountId, emailId } = world;
    const wallet = createWallet({ relay, accountId, vault: 'memory' });
    const otp = await wallet.emailOtp(emailId).send();
    const victim = await otp.verify('000000').then(
      () => 'signed in',
      (error: unknown) => (isWalletError(error) ? error.code : String(error)),
    );
    const opened = (await stolen) as { readonly encryptedSessionSigningKey: string };
    const { stamp } = await openSealedKey(opened.encryptedSessionSigningKey, own);
    return { victim, card: await freezeWith(stamp, world) };
  } finally {
    await remove();
  }
};
