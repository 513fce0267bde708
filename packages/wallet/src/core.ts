import type { WalletBase, WalletContext } from './context.ts';
import { specification, type WalletDialect } from './dialects/dialect.ts';
import { WalletError } from './errors/wallet-error.ts';
import { createAutoRefresh, createRefresh } from './lifecycle/refresh.ts';
import { endSignIn, type SignOutOptions } from './lifecycle/revoke.ts';
import type { RunOptions } from './options.ts';
import { ownOptions, plain } from './platform/page-input.ts';
import { createRelayTransport } from './relay/relay-transport.ts';
import type { WalletTransport } from './relay/transport.ts';
import { guardTransport } from './relay/transport.ts';
import { fetchRemainingLifetime, readAccount } from './session/account.ts';
import type { LiveSession } from './session/live-session.ts';
import { fromRecord } from './session/open-session.ts';
import { type NewPasskey, prepareNewPasskey } from './sign-in/add-passkey.ts';
import { createEmailOtpSignIn } from './sign-in/email-otp.ts';
import { hintOf } from './sign-in/finish.ts';
import { createOAuthSignIn } from './sign-in/oauth.ts';
import { preparePasskey } from './sign-in/passkey.ts';
import { removeCredential } from './sign-in/remove-credential.ts';
import type { ServiceChange } from './signing/payload/request.ts';
import { signedBySession } from './signing/signed-retry.ts';
import { createSigner } from './signing/signer.ts';
import type { SessionRecord } from './vault/records.ts';
import type { WalletAccount, WalletSession } from './wallet.ts';

const STAMPS_PER_MINUTE = 60;

function transportOf({ transport, relay = '' }: WalletBase['options']): WalletTransport {
  return transport === undefined ? createRelayTransport({ relay }) : guardTransport(transport);
}

function createContext(base: WalletBase, dialect: WalletDialect): WalletContext {
  const { clock, keeper, store, options } = base;
  const transport = dialect.over(transportOf(options));
  const signer = createSigner({
    clock,
    keeper,
    store,
    transport,
    review: options.review,
    minimumCheck: options.minimumCheck ?? 'shown',
    allowsStamp: options.stamp === true,
    stampsPerMinute: options.stampsPerMinute ?? STAMPS_PER_MINUTE,
  });
  return { ...base, signer, transport, dialect };
}

/** Joins the parts of a wallet that its lazy chunk contains. The dialect is loaded if there is one. */
export async function openCore(base: WalletBase) {
  const dialect =
    base.options.dialect === undefined
      ? specification
      : (await import('./dialects/2026-08.ts')).createDialect(base);
  const context = createContext(base, dialect);
  const { keeper, transport, signer, clock, accountId, options } = context;
  const refresh = createRefresh(context);

  /** The change that the platform declared an action to be. */
  function changeOf(action: string, input: unknown): ServiceChange | undefined {
    const changes = ownOptions(options.changes);
    return changes[action] && plain(changes[action](input as never));
  }

  async function run(action: string, input: unknown, { requires }: RunOptions): Promise<unknown> {
    await keeper.start();
    if (requires === 'fresh' && keeper.require().freshness.left() === 0) {
      throw new WalletError('FRESH_SIGN_IN_REQUIRED');
    }
    const account = accountId ?? keeper.current?.info.accountId;
    const request = { action, input, ...(account === undefined ? {} : { accountId: account }) };
    return signedBySession(context, {
      begin: () => transport.actionBegin(request),
      complete: (leg2) => transport.actionComplete(leg2),
      expected: {
        kind: 'action',
        action,
        input,
        accountId: account,
        change: changeOf(action, input),
      },
    });
  }

  async function listSessions(): Promise<readonly WalletSession[]> {
    await keeper.start();
    const used = keeper.current?.info;
    const { sessions, accountId: account } = await readAccount(context, hintOf(context));
    const isListed = sessions.some(({ id }) => id === used?.id);
    // The service has ended it; another one that was opened meanwhile stays.
    if (used?.accountId === account && !isListed) await keeper.drop(used.id);
    const current = keeper.current?.info.id;
    return sessions.map((session) => ({ ...session, isCurrent: session.id === current }));
  }

  async function endSession(id: string): Promise<void> {
    await keeper.start();
    const session = keeper.require();
    const { accountId: account } = session.info;
    await signedBySession(context, {
      begin: () => transport.revokeBegin({ id, accountId: account }),
      complete: (leg2) => transport.revokeComplete(leg2),
      expected: { kind: 'revoke', sessionId: id },
    });
    if (id === keeper.current?.info.id) await keeper.drop(id);
  }

  return {
    context,
    account: (): Promise<WalletAccount> => readAccount(context, hintOf(context)),
    emailOtp: (id: string | undefined) => createEmailOtpSignIn(context, id),
    preparePasskey: (id: string | undefined) => preparePasskey(context, id),
    oauth: (id: string | undefined) => createOAuthSignIn(context, id),
    prepareNewPasskey: (passkey: NewPasskey) => prepareNewPasskey(context, passkey),
    removeCredential: (id: string) => removeCredential(context, id),
    run,
    stamp: async (payload: string) => {
      await keeper.start();
      await keeper.adopt();
      return signer.stampPayload(payload);
    },
    refresh,
    /** Refreshes, and tries again until the session ends. */
    keepAlive: createAutoRefresh(context, refresh),
    listSessions,
    endSession,
    /** Returns the first error, if not all that should end was ended. */
    endSignIn: (session: LiveSession, how: SignOutOptions | undefined) =>
      endSignIn(context, session, how),
    revive: (record: SessionRecord) => fromRecord(record, clock),
    fetchRemainingLifetime: (session: LiveSession) => fetchRemainingLifetime(transport, session),
  };
}

/** The part of a wallet in the lazy chunk: everything that calls the relay or uses a key. */
export type WalletCore = Awaited<ReturnType<typeof openCore>>;
