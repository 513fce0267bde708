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
import type { SessionInfo } from './session/state.ts';
import {
  type NewPasskey,
  type PreparedNewPasskey,
  prepareNewPasskey,
} from './sign-in/add-passkey.ts';
import { createEmailOtpSignIn, type EmailOtpSignIn } from './sign-in/email-otp.ts';
import { hintOf } from './sign-in/finish.ts';
import { createOAuthSignIn, type OAuthSignIn } from './sign-in/oauth.ts';
import { type PreparedPasskey, preparePasskey } from './sign-in/passkey.ts';
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

/** The part of a wallet in the lazy chunk: everything that calls the relay or uses a key. */
export interface WalletCore {
  readonly context: WalletContext;
  account(): Promise<WalletAccount>;
  emailOtp(id: string | undefined): EmailOtpSignIn;
  preparePasskey(id: string | undefined): Promise<PreparedPasskey>;
  oauth(id: string | undefined): OAuthSignIn;
  prepareNewPasskey(passkey: NewPasskey): Promise<PreparedNewPasskey>;
  removeCredential(id: string): Promise<void>;
  run(action: string, input: unknown, options: RunOptions): Promise<unknown>;
  stamp(payload: string): Promise<string>;
  refresh(): Promise<SessionInfo>;
  /** Refreshes, and tries again until the session ends. */
  keepAlive(): void;
  listSessions(): Promise<readonly WalletSession[]>;
  endSession(id: string): Promise<void>;
  /** Returns the first error, if not all that should end was ended. */
  endSignIn(
    session: LiveSession,
    options: SignOutOptions | undefined,
  ): Promise<WalletError | undefined>;
  revive(record: SessionRecord): Promise<LiveSession>;
  fetchRemainingLifetime(session: LiveSession): Promise<number | undefined>;
}

/** Joins the parts of a wallet that its lazy chunk contains. The dialect is loaded if there is one. */
export async function openCore(base: WalletBase): Promise<WalletCore> {
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
    account: () => readAccount(context, hintOf(context)),
    emailOtp: (id) => createEmailOtpSignIn(context, id),
    preparePasskey: (id) => preparePasskey(context, id),
    oauth: (id) => createOAuthSignIn(context, id),
    prepareNewPasskey: (passkey) => prepareNewPasskey(context, passkey),
    removeCredential: (id) => removeCredential(context, id),
    run,
    stamp: async (payload) => {
      await keeper.start();
      await keeper.adopt();
      return signer.stampPayload(payload);
    },
    refresh,
    keepAlive: createAutoRefresh(context, refresh),
    listSessions,
    endSession,
    endSignIn: (session, options) => endSignIn(context, session, options),
    revive: (record) => fromRecord(record, clock),
    fetchRemainingLifetime: (session) => fetchRemainingLifetime(transport, session),
  };
}
