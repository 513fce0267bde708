import { createWallet } from '../../src/index.ts';
import type { TestWorld } from './backend.ts';
import { hookLanguage, type LanguageLoot } from './hooked-language.ts';

/** The values that the later script has seen, and those it has changed. */
interface Loot {
  readonly called: string[];
  readonly changed: string[];
}

declare global {
  interface Window {
    attack(world: TestWorld): Promise<Loot & { readonly status: string; readonly card: unknown }>;
    trap(): Promise<Loot>;
    attackLanguage(world: TestWorld): Promise<LanguageLoot & { readonly status: string }>;
    attackThen(world: TestWorld): Promise<readonly string[]>;
    attackConstructor(world: TestWorld): Promise<readonly string[]>;
    trapLanguage(): Promise<LanguageLoot>;
  }
}

const names = [
  'decrypt',
  'deriveBits',
  'digest',
  'encrypt',
  'exportKey',
  'generateKey',
  'importKey',
  'sign',
  'verify',
] as const;
const ATTACKERS_KEY = `04${'ab'.repeat(64)}`;
const CLIENT_KEY = /("clientPublicKey":")[0-9a-f]{130}/;

/** Replaces every function through which a key could be read or replaced. */
function hookAll(): Loot {
  const loot: Loot = { called: [], changed: [] };
  for (const name of names) {
    const real = crypto.subtle[name] as (...args: unknown[]) => unknown;
    for (const holder of [SubtleCrypto.prototype, crypto.subtle]) {
      const hook = (...args: unknown[]) => {
        loot.called.push(name);
        return real.apply(crypto.subtle, args);
      };
      Object.defineProperty(holder, name, { value: hook, configurable: true });
    }
  }
  const swap = (where: string, text: string) => {
    if (!CLIENT_KEY.test(text)) return text;
    loot.changed.push(where);
    return text.replace(CLIENT_KEY, `$1${ATTACKERS_KEY}`);
  };
  Object.defineProperty(Object.prototype, 'toJSON', {
    configurable: true,
    value(this: { readonly clientPublicKey?: string }) {
      if (!Object.hasOwn(this, 'clientPublicKey')) return this;
      loot.changed.push('toJSON');
      return { ...this, clientPublicKey: ATTACKERS_KEY };
    },
  });
  const { stringify } = JSON;
  const realFetch = window.fetch.bind(window);
  JSON.stringify = ((...args: Parameters<typeof stringify>) => {
    const text = stringify(...args) as string | undefined;
    return text === undefined ? undefined : swap('JSON.stringify', text);
  }) as typeof stringify;
  window.fetch = (url, init) =>
    realFetch(url, { ...init, body: swap('fetch', String(init?.body ?? '')) });
  return loot;
}

/** A function that reads the result of a call would call it too. */
function unhook(): void {
  Reflect.deleteProperty(Object.prototype, 'toJSON');
}

/** Hooks everything before the wallet has loaded more than its first file, then uses it. */
window.attack = async ({ relay, accountId, emailId, cardId }) => {
  const loot = hookAll();
  const wallet = createWallet({ relay, accountId, minimumCheck: 'unreadable' });
  const otp = await wallet.emailOtp(emailId).send();
  await otp.verify('000000');
  await wallet.refresh();
  const card = await wallet.run('freezeCard', { cardId });
  unhook();
  return { ...loot, status: wallet.state.status, card };
};

/** Performs the calls that the hooks must notice. */
window.trap = async () => {
  const loot = hookAll();
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, [
    'deriveBits',
  ]);
  await crypto.subtle.exportKey('raw', pair.publicKey);
  const clientPublicKey = `04${'cd'.repeat(64)}`;
  await fetch('.', { method: 'POST', body: `{"clientPublicKey":"${clientPublicKey}"}` });
  JSON.stringify({ clientPublicKey });
  unhook();
  return loot;
};

/** A sign-in, a refresh, an action and a sign-out of a wallet that keeps its key in memory. */
async function signInAndFreeze({ relay, accountId, emailId, cardId }: TestWorld): Promise<string> {
  const wallet = createWallet({ relay, accountId, vault: 'memory', minimumCheck: 'unreadable' });
  const otp = await wallet.emailOtp(emailId).send();
  await otp.verify('000000');
  await wallet.refresh();
  await wallet.run('freezeCard', { cardId });
  const { status } = wallet.state;
  await wallet.signOut();
  return status;
}

window.attackLanguage = async (world) => {
  const { stop, ...loot } = hookLanguage();
  try {
    return { ...loot, status: await signInAndFreeze(world) };
  } finally {
    stop();
  }
};

/** The language asks every object that a promise resolves to for a `then`. */
window.attackThen = async (world) => {
  const seen: string[] = [];
  Object.defineProperty(Object.prototype, 'then', {
    configurable: true,
    get(this: unknown) {
      if (this instanceof CryptoKey) seen.push(this.type);
    },
  });
  try {
    await signInAndFreeze(world);
    return seen;
  } finally {
    Reflect.deleteProperty(Object.prototype, 'then');
  }
};

/** `await` calls `then` of a promise whose constructor is another one. */
window.attackConstructor = async (world) => {
  const seen: string[] = [];
  const { then } = Promise.prototype;
  // biome-ignore lint/suspicious/noThenProperty: that is the attack
  Promise.prototype.then = function (onResult, onError) {
    const see = (value: unknown) => {
      if (value instanceof CryptoKey) seen.push(value.type);
    };
    Reflect.apply(then, this, [see, () => {}]);
    return Reflect.apply(then, this, [onResult, onError]);
  };
  Object.defineProperty(Promise.prototype, 'constructor', { value: Object, configurable: true });
  await signInAndFreeze(world);
  return seen;
};

/** Passes a key and a payload through replaced functions. */
window.trapLanguage = async () => {
  const { stop, ...loot } = hookLanguage();
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
  await Promise.resolve(pair).then((found) => found);
  new Map([['key', pair]]).get('key');
  const [text] = ['{"timestampMs":"1"}'];
  JSON.parse(text as string);
  new Uint8Array(new TextEncoder().encode(text));
  stop();
  return loot;
};
