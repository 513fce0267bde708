import type { RelayActionTypes } from '@org/payments-relay/protocol';
import { systemClock, type WalletClock } from './clock.ts';
import type { CoolDowns, WalletBase } from './context.ts';
import type { WalletCore } from './core.ts';
import { guarded, toWalletError, WalletError } from './errors/wallet-error.ts';
import { loadLazy } from './load-lazy.ts';
import type { WalletOptions } from './options.ts';
import { once } from './platform/once.ts';
import { checkOptionNames, ownOptions, plain } from './platform/page-input.ts';
import { SessionKeeper } from './session/keeper.ts';
import { StateStore } from './session/state-store.ts';
import { CoolDown } from './sign-in/cool-down.ts';
import { createSignerWallet } from './signer/signer-wallet.ts';
import type { DegradedReason } from './vault/degraded.ts';
import { vaultName } from './vault/indexeddb-vault.ts';
import { KeyStore } from './vault/key-store.ts';
import type { ActionMap, Wallet } from './wallet.ts';

/** Milliseconds after which the cryptography is fetched if the browser does not report idle time. */
const DELAY = 200;

/** Fetches the cryptography when the page is idle. Failures are reported at first use. */
function prefetchLazy(clock: WalletClock): void {
  if (typeof window === 'undefined') return;
  const load = () => void loadLazy().catch(() => {});
  if (typeof requestIdleCallback === 'function') requestIdleCallback(load, { timeout: 2_000 });
  else clock.setTimeout(load, DELAY);
}

const EXPIRING_WITHIN = 60_000;

function coolDownsOf(clock: WalletBase['clock']): WalletBase['coolDowns'] {
  const known = new Map<string | undefined, CoolDowns>();
  return (id) => {
    const found = known.get(id) ?? { send: new CoolDown(clock), verify: new CoolDown(clock) };
    known.set(id, found);
    return found;
  };
}

function createBase(options: WalletOptions, core: () => Promise<WalletCore>): WalletBase {
  const { accountId, person, vault = 'auto', clock = systemClock } = options;
  if (options.relay === undefined && options.transport === undefined) {
    const message = 'expected `relay`, `transport` or `signer`';
    throw new WalletError('INVALID_INPUT', { message });
  }
  const name = vaultName(options.rpId ?? globalThis.location?.hostname ?? '', accountId, person);
  const store = new StateStore();
  const reasons = new Set<DegradedReason>();
  const onReasons = (cause?: unknown) => {
    if (cause !== undefined) store.emit({ type: 'storage_degraded', cause });
    keeper.evaluate();
  };
  const keys = new KeyStore({ choice: vault, name, clock, reasons, onReasons });
  const shared = { options, name, accountId, clock, store, reasons, keys };
  const keeper = new SessionKeeper({
    ...shared,
    isPersonal: person !== undefined,
    expiringWithin: options.expiringWithin ?? EXPIRING_WITHIN,
    revive: async (record) => await (await core()).revive(record),
    fetchRemainingLifetime: async (session) => (await core()).fetchRemainingLifetime(session),
    onExpiring: async () => {
      if (options.autoRefresh === true) (await core()).keepAlive();
    },
  });
  return { ...shared, keeper, signIn: { attempt: undefined }, coolDowns: coolDownsOf(clock) };
}

const optionNames: Readonly<Record<keyof WalletOptions, true>> = {
  relay: true,
  signer: true,
  transport: true,
  accountId: true,
  person: true,
  rpId: true,
  vault: true,
  review: true,
  minimumCheck: true,
  changes: true,
  stamp: true,
  stampsPerMinute: true,
  expiringWithin: true,
  autoRefresh: true,
  dialect: true,
  codeKey: true,
  clock: true,
};

/** A wallet, and the internals that the signer's frame needs. */
export interface WalletParts<Actions extends ActionMap<Actions>> {
  readonly wallet: Wallet<Actions>;
  readonly core: () => Promise<WalletCore>;
}

/**
 * Creates the wallet of a page that holds its own key.
 *
 * @param given own properties only
 */
export function createParts<Actions extends ActionMap<Actions> = RelayActionTypes>(
  given: WalletOptions,
): WalletParts<Actions> {
  const options = ownOptions(given);
  const core = once(async () => (await loadLazy()).openCore(base));
  const base = createBase(options, core);
  const { store, keeper, clock } = base;
  /** Runs a function with the lazy chunk; rejects only with a `WalletError`. */
  const use = <T>(work: (core: WalletCore) => Promise<T>) =>
    guarded(async () => work(await core()));
  const others = new Map<string, Wallet<Actions>>();

  if (typeof window !== 'undefined') {
    void keeper.start();
    prefetchLazy(clock);
  }

  const wallet: Wallet<Actions> = {
    get state() {
      return store.state;
    },
    subscribe: (listener) => store.subscribe(listener),
    ready: () => keeper.start().then(() => store.state),
    timeLeft: () => keeper.timeLeft(),
    account: () => use((it) => it.account()),
    forAccount(accountId) {
      if (accountId === options.accountId) return wallet;
      const other = others.get(accountId) ?? createParts<Actions>({ ...options, accountId }).wallet;
      others.set(accountId, other);
      return other;
    },
    emailOtp(id) {
      const flow = once(async () => (await core()).emailOtp(id));
      return {
        send: () => guarded(async () => (await flow()).send()),
        verify: (code) => guarded(async () => (await flow()).verify(code)),
        resendIn: () => base.coolDowns(id).send.left(),
      };
    },
    passkey: (id) => ({ prepare: () => use((it) => it.preparePasskey(id)) }),
    oauth: (id) => ({
      prepare: (how) => use((it) => it.oauth(id).prepare(how)),
      resume: (state) => use((it) => it.oauth(id).resume(state)),
    }),
    addPasskey: (passkey, ceremony) =>
      use(async (it) => (await it.prepareNewPasskey(passkey)).confirm(ceremony)),
    prepareNewPasskey: (passkey) => use((it) => it.prepareNewPasskey(passkey)),
    removeCredential: (id) => use((it) => it.removeCredential(id)),
    run(action, input, how) {
      return guarded(async () => {
        const asked = plain(input);
        const result = (await core()).run(action, asked, ownOptions(how));
        return result as Promise<Actions[typeof action]['result']>;
      });
    },
    stamp: (payload) => use((it) => it.stamp(payload)),
    refresh: () => use((it) => it.refresh()),
    sessions: {
      list: () => use((it) => it.listSessions()),
      end: (id) => use((it) => it.endSession(id)),
    },
    signOut: (how) =>
      guarded(async () => {
        keeper.signOuts += 1;
        await keeper.start();
        const session = keeper.current;
        const id = session?.info.id ?? store.state.session?.id;
        const wiped = id === undefined || (await keeper.drop(id));
        // Another tab may have refreshed in the same moment: then its session is the one to end.
        const stored = await keeper.dropStored();
        const last = stored.session ?? session;
        const outcome = { revoked: false, wiped: wiped && stored.isWiped };
        if (last === undefined) return outcome;
        const cause = await use((it) => it.endSignIn(last, how)).catch(toWalletError);
        return { ...outcome, revoked: !cause, ...(cause && { cause }) };
      }),
    close() {
      keeper.close();
      for (const other of others.values()) other.close();
    },
  };
  return { wallet, core };
}

/**
 * Creates the wallet of this page. Reads storage and fetches the cryptography ahead in a browser;
 * does nothing on a server.
 *
 * @throws WalletError `INVALID_INPUT` for an unknown option, and when none of `relay`, `transport` and
 * `signer` is given
 *
 * @example
 * const wallet = createWallet({ relay: '/api/wallet' });
 * wallet.subscribe(() => render(wallet.state));
 */
export function createWallet<Actions extends ActionMap<Actions> = RelayActionTypes>(
  options: WalletOptions,
): Wallet<Actions> {
  const own = ownOptions(options);
  checkOptionNames(own, optionNames);
  return own.signer === undefined
    ? createParts<Actions>(own).wallet
    : createSignerWallet<Actions>(own.signer, own);
}
