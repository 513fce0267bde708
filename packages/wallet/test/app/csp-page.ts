import { createWallet, getWalletEnvironment } from '../../src/index.ts';
import type { TestWorld } from './backend.ts';

declare global {
  interface Window {
    freeze(world: TestWorld): Promise<unknown>;
    violations: string[];
    tryEval(): Promise<string>;
  }
}

window.violations = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  window.violations.push(`${violatedDirective} ${blockedURI}`);
});

/** Leaves the test's own call, for which DevTools lift the policy. */
function later<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(work())));
}

async function freeze({ relay, accountId, emailId, cardId }: TestWorld): Promise<unknown> {
  const wallet = createWallet({ relay, accountId, minimumCheck: 'unreadable' });
  const { storage } = await getWalletEnvironment();
  await wallet.emailOtp(emailId).verify('000000');
  return { storage, card: await wallet.run('freezeCard', { cardId }) };
}

function tryEval(): string {
  try {
    return String(Reflect.get(globalThis, 'eval').call(undefined, '1'));
  } catch (error) {
    return (error as Error).name;
  }
}

window.freeze = (world) => later(() => freeze(world));
window.tryEval = () => later(tryEval);
