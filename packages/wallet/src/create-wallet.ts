import type { ActionMap } from './actions.ts';
import { systemClock } from './clock.ts';
import type { WalletContext } from './context.ts';
import { guarded, WalletError } from './errors/wallet-error.ts';
import type { WalletOptions } from './options.ts';
import { prefetchLazy } from './prefetch.ts';
import { guardTransport } from './relay/guard-transport.ts';
import { createRelayTransport } from './relay/relay-transport.ts';
import type { WalletTransport } from './relay/transport.ts';
import type { RelayActionTypes } from './relay-protocol.ts';
import { SessionKeeper } from './session/keeper.ts';
import { createRefresh } from './session/refresh.ts';
import { signOut } from './session/revoke.ts';
import { StateStore } from './session/state-store.ts';
import { prepareNewPasskey } from './sign-in/add-passkey.ts';
import { CoolDown } from './sign-in/cool-down.ts';
import { type CoolDowns, createEmailOtpSignIn } from './sign-in/email-otp.ts';
import { createOAuthSignIn } from './sign-in/oauth.ts';
import { createPasskeySignIn } from './sign-in/passkey.ts';
import { signedBySession } from './signing/signed-retry.ts';
import { Signer } from './signing/signer.ts';
import { KeyStore } from './vault/key-store.ts';
import { vaultName } from './vault/open-vault.ts';
import type { Wallet } from './wallet.ts';

const EXPIRING_WITHIN = 60_000;

function transportOf({ transport, relay }: WalletOptions): WalletTransport {
  if (transport !== undefined) return guardTransport(transport);
  if (relay !== undefined) return createRelayTransport({ relay });
  throw new WalletError('INVALID_INPUT', { cause: new TypeError('Give `relay` or `transport`.') });
}

function createContext(options: WalletOptions, onExpiring: () => void): WalletContext {
  const { accountId, vault = 'auto', clock = systemClock, review } = options;
  const transport = transportOf(options);
  const name = vaultName(options.rpId ?? globalThis.location?.hostname ?? '', accountId);
  const store = new StateStore();
  const onDegraded = (cause: unknown) => {
    store.emit({ type: 'storage_degraded', cause });
    keeper.evaluate();
  };
  const keys = new KeyStore({ choice: vault, name, clock, onDegraded });
  const expiringWithin = options.expiringWithin ?? EXPIRING_WITHIN;
  const shared = { name, accountId, clock, transport, store, keys };
  const keeper = new SessionKeeper({ ...shared, expiringWithin, onExpiring });
  return { ...shared, keeper, signer: new Signer({ clock, keeper, review }) };
}

/**
 * Creates the wallet of this page. Reads storage and fetches the cryptography ahead in a browser;
 * does nothing on a server.
 *
 * @throws WalletError `INVALID_INPUT` when neither `relay` nor `transport` is given
 */
export function createWallet<Actions extends ActionMap<Actions> = RelayActionTypes>(
  options: WalletOptions,
): Wallet<Actions> {
  const context = createContext(options, () => {
    if (options.autoRefresh !== true) return;
    refresh().catch((cause: unknown) => context.store.emit({ type: 'refresh_failed', cause }));
  });
  const { store, keeper, transport, signer, clock, accountId } = context;
  const refresh = createRefresh(context);
  const coolDowns = new Map<string, CoolDowns>();

  function coolDownsOf(id: string): CoolDowns {
    const known = coolDowns.get(id) ?? { send: new CoolDown(clock), verify: new CoolDown(clock) };
    coolDowns.set(id, known);
    return known;
  }

  if (typeof window !== 'undefined') {
    void keeper.start();
    prefetchLazy(clock);
  }

  return {
    get state() {
      return store.state;
    },
    subscribe: (listener) => store.subscribe(listener),
    ready: () => keeper.start().then(() => store.state),
    timeLeft: () => keeper.timeLeft(),
    account: () => guarded(() => transport.account(accountId === undefined ? {} : { accountId })),
    emailOtp: (id) => createEmailOtpSignIn(context, id, coolDownsOf(id)),
    passkey: (id) => createPasskeySignIn(context, id),
    oauth: (id) => createOAuthSignIn(context, id),
    addPasskey: (passkey, ceremony) =>
      guarded(async () => (await prepareNewPasskey(context, passkey)).confirm(ceremony)),
    prepareNewPasskey: (passkey) => guarded(() => prepareNewPasskey(context, passkey)),
    run: (action, input) =>
      guarded(async () => {
        await keeper.start();
        const account = accountId ?? keeper.current?.info.accountId;
        const request = { action, input, ...(account === undefined ? {} : { accountId: account }) };
        return signedBySession(context, {
          begin: () => transport.actionBegin(request),
          complete: (leg2) => transport.actionComplete(leg2),
          action: { kind: 'action', action, input },
        });
      }),
    stamp: (payload) => guarded(() => keeper.start().then(() => signer.stampPayload(payload))),
    refresh: () => guarded(refresh),
    signOut: () => guarded(() => signOut(context)),
    close: () => keeper.close(),
  };
}
