import type {
  RelayActionTypes,
  RelayCredential,
  RelayDescription,
} from '@org/payments-relay/protocol';
import { systemClock, type WalletClock } from '../clock.ts';
import { WalletError } from '../errors/wallet-error.ts';
import type { ActionChanges } from '../options.ts';
import { checkOptionNames, ownOptions, plain } from '../platform/page-input.ts';
import type { WalletTransport } from '../relay/transport.ts';
import type { WalletState, WalletStatus } from '../session/state.ts';
import { readDescription } from '../signing/description.ts';
import type { Review, ReviewedAction } from '../signing/review.ts';
import type { ActionMap, Wallet } from '../wallet.ts';
import { CallGate, type FakeControls } from './controls.ts';
import { completeAccount, type FakeAccount, newPasskey, newSession } from './fake-account.ts';
import { FakeSession } from './fake-session.ts';
import { CHALLENGE_LIFE, createFakeSignIn, singleUse } from './fake-sign-in.ts';

/** Asks a review as the wallet does, with an example of a payload and the given descriptions. */
function createFakeReview(
  review: Review | undefined,
  resources: readonly RelayDescription[],
  clock: WalletClock,
  accountId: string,
): (action: ReviewedAction) => Promise<void> {
  const describe: WalletTransport['describe'] = async ({ id }) => {
    const found = resources.find((one) => one.id === id);
    if (found === undefined) throw new WalletError('FORBIDDEN');
    return found;
  };
  const transport = { describe };
  return async (action) => {
    if (review === undefined) return;
    const payload = JSON.stringify({ organizationId: 'example', type: action.kind });
    const read = () => readDescription({ transport, clock, accountId }, action);
    const life = { signal: new AbortController().signal };
    if ((await review(payload, action, read, life)) === true) return;
    throw new WalletError('REFUSED_BY_PERSON');
  };
}

/** How a fake wallet begins, and what it accepts. */
export interface FakeWalletOptions<Actions extends ActionMap<Actions> = RelayActionTypes> {
  /** The status it begins with; default `signed-out`. */
  readonly status?: WalletStatus | undefined;
  /** Other parts of the state it begins with, such as `ready: false`. */
  readonly state?: Pick<Partial<WalletState>, 'ready' | 'persistence' | 'reasons'> | undefined;
  readonly account?: FakeAccount | undefined;
  /** The e-mail code that is accepted; default `123456`. */
  readonly code?: string | undefined;
  /** What actions return; others are `INVALID_INPUT`. */
  readonly actions?:
    | {
        readonly [Name in keyof Actions]?: (
          input: Actions[Name]['input'],
        ) => Actions[Name]['result'] | Promise<Actions[Name]['result']>;
      }
    | undefined;
  /** Asked before an action is run or a credential removed, such as that of `<payments-review>`. */
  readonly review?: Review | undefined;
  /** The changes that actions are, as in `createWallet`. */
  readonly changes?: ActionChanges | undefined;
  /** What a review reads of cards, payments and sessions; others cannot be read. */
  readonly resources?: readonly RelayDescription[] | undefined;
  /** Milliseconds a session lives; default 15 minutes. */
  readonly sessionLife?: number | undefined;
  /** The source of time; default the device's. */
  readonly clock?: WalletClock | undefined;
}

/** A wallet without network, keys, storage and dialogs, and its controls. */
export interface FakeWallet<Actions extends ActionMap<Actions> = RelayActionTypes>
  extends Wallet<Actions> {
  /** For the test: fail, delay and observe calls, and change the state. */
  readonly fake: FakeControls;
}

const SESSION_LIFE = 15 * 60_000;
/** Milliseconds that are left when it begins as `expiring`. */
const EXPIRING_LIFE = 45_000;
/** Milliseconds for which a sign-in counts as fresh, as in the wallet. */
const FRESH_FOR = 2 * 60_000;

const optionNames: Readonly<Record<keyof FakeWalletOptions, true>> = {
  status: true,
  state: true,
  account: true,
  code: true,
  actions: true,
  review: true,
  changes: true,
  resources: true,
  sessionLife: true,
  clock: true,
};

/**
 * Creates a wallet for tests and stories: the whole API of the wallet, in memory, with the same
 * states, events and errors.
 *
 * @example
 * const wallet = createFakeWallet({ status: 'active', actions: { freezeCard: () => ({ state: 'FROZEN' }) } });
 * wallet.fake.fail('run', 'REFUSED_BY_PERSON');
 *
 * @throws WalletError `INVALID_INPUT` for an option that does not exist
 */
export function createFakeWallet<Actions extends ActionMap<Actions> = RelayActionTypes>(
  given: FakeWalletOptions<Actions> = {},
): FakeWallet<Actions> {
  const options = ownOptions(given);
  checkOptionNames(options, optionNames);
  const { status = 'signed-out', clock = systemClock, sessionLife = SESSION_LIFE } = options;
  const { accountId, otherSessions, ...account } = completeAccount(options.account);
  let credentials = account.credentials;
  let others = otherSessions;
  const askReview = createFakeReview(
    options.review,
    [
      ...(options.resources ?? []),
      ...credentials.map((one) => ({ ...one, kind: 'credential' as const })),
      ...otherSessions.map((one) => ({ ...one, kind: 'session' as const })),
    ],
    clock,
    accountId,
  );
  const gate = new CallGate();
  const session = new FakeSession(clock, options.state ?? {});
  const { store } = session;
  const siblings = new Map<string, FakeWallet<Actions>>();
  let count = 0;
  let signedInAt = Number.NEGATIVE_INFINITY;
  let openedBy: string | undefined;
  let lastNumber = credentials.length;

  function credential(id: string | undefined, type?: string): RelayCredential {
    const found =
      id === undefined
        ? credentials.findLast((one) => one.type === type)
        : credentials.find((one) => one.id === id);
    if (found === undefined)
      throw new WalletError(id === undefined ? 'NO_CREDENTIAL' : 'FORBIDDEN');
    if (type !== undefined && found.type !== type) throw new WalletError('INVALID_INPUT');
    return found;
  }

  function open(by: Pick<RelayCredential, 'accountId' | 'type' | 'nickname'>, life = sessionLife) {
    count += 1;
    const info = newSession(count, by, clock.now(), life);
    session.open(info, life);
    return info;
  }

  function signIn(by: RelayCredential) {
    signedInAt = clock.monotonic();
    openedBy = by.id;
    const info = open(by);
    store.emit({ type: 'signed_in', sessionId: info.id });
    return info;
  }

  function sessions() {
    const { info } = session;
    const current = info && { ...info, updatedAt: info.createdAt, isCurrent: true };
    return [...(current === undefined ? [] : [current]), ...others];
  }

  const prepareNewPasskey: Wallet['prepareNewPasskey'] = ({ nickname }) =>
    gate.pass('newPasskey.prepare', [nickname], () => {
      session.require();
      const { check, use, timeLeft } = singleUse(clock, CHALLENGE_LIFE, 'CHALLENGE_EXPIRED');
      const make = () => {
        check();
        session.require();
        lastNumber += 1;
        const passkey = newPasskey(lastNumber, nickname, accountId);
        credentials = [...credentials, passkey];
        return passkey;
      };
      return {
        timeLeft,
        confirm: () => use(() => gate.pass('newPasskey.confirm', [nickname], make)),
      };
    });

  function drop(): string | undefined {
    const id = session.end();
    if (id !== undefined) store.emit({ type: 'signed_out', sessionId: id });
    return id;
  }

  const wallet: FakeWallet<Actions> = {
    get state() {
      return store.state;
    },
    subscribe: (listener) => store.subscribe(listener),
    ready: async () => store.state,
    timeLeft: () => session.timeLeft(),
    account: () =>
      gate.pass('account', [], () => ({ accountId, credentials, sessions: sessions() })),
    forAccount(id) {
      if (id === accountId) return wallet;
      const { account: _, status: __, ...rest } = options;
      const made =
        siblings.get(id) ?? createFakeWallet<Actions>({ ...rest, account: { accountId: id } });
      siblings.set(id, made);
      return made;
    },
    ...createFakeSignIn({ clock, gate, code: options.code ?? '123456', credential, signIn }),
    prepareNewPasskey,
    addPasskey: async (passkey, how) => (await prepareNewPasskey(passkey)).confirm(how),
    removeCredential: (id) =>
      gate.pass('removeCredential', [id], async () => {
        session.require();
        const found = credential(id);
        await askReview({ kind: 'remove_credential', credentialId: id, strength: 'kind' });
        if (found.id === openedBy) throw new WalletError('REFUSED');
        credentials = credentials.filter((one) => one !== found);
      }),
    run: async (action, input, how) => {
      const copy = plain(input);
      return gate.pass('run', [action, copy, how], async () => {
        session.require();
        if (how?.requires === 'fresh' && clock.monotonic() - signedInAt > FRESH_FOR) {
          throw new WalletError('FRESH_SIGN_IN_REQUIRED');
        }
        const perform = ownOptions(options.actions)[action];
        if (perform === undefined) throw new WalletError('INVALID_INPUT');
        const change = ownOptions(options.changes)[action]?.(copy as never);
        const asked = { kind: 'action', action, input: copy, strength: 'kind' } as const;
        await askReview(change === undefined ? asked : { ...asked, change });
        return perform(copy);
      });
    },
    stamp: (payload) =>
      gate.pass('stamp', [payload], () => {
        session.require();
        return 'fake-stamp';
      }),
    refresh: () =>
      gate.pass('refresh', [], () => {
        const info = open(session.require());
        store.emit({ type: 'refreshed', sessionId: info.id });
        return info;
      }),
    sessions: {
      list: () => gate.pass('sessions.list', [], () => sessions()),
      end: (id) =>
        gate.pass('sessions.end', [id], () => {
          const { id: own } = session.require();
          if (!sessions().some((one) => one.id === id)) throw new WalletError('FORBIDDEN');
          others = others.filter((one) => one.id !== id);
          if (id === own) drop();
        }),
    },
    signOut: (how) =>
      gate.pass('signOut', [how], () => {
        if (how?.everywhere === true) others = [];
        return { revoked: drop() !== undefined, wiped: true };
      }),
    close() {
      session.close();
      for (const sibling of siblings.values()) sibling.close();
    },
    fake: {
      calls: gate.calls,
      fail: (call, code, details) => gate.fail(call, code, details),
      hold: (call) => gate.hold(call),
      setState: (state) => session.change(state),
      emit: (event) => store.emit(event),
      pickSuggestion: () => gate.suggestion?.pick(),
    },
  };

  if (status !== 'signed-out') {
    const [by = newPasskey(1, 'Laptop', accountId)] = credentials;
    openedBy = by.id;
    open(by, status === 'expiring' ? EXPIRING_LIFE : sessionLife);
    signedInAt = clock.monotonic();
    if (status === 'expired') session.change({ status });
  }
  return wallet;
}
