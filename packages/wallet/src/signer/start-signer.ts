import { factsOfAction } from '../approval/facts-of-action.ts';
import { englishTexts } from '../approval/words/english.ts';
import type { PromptTexts } from '../approval/words/texts.ts';
import { systemClock } from '../clock.ts';
import { createParts } from '../create-wallet.ts';
import { WalletError } from '../errors/wallet-error.ts';
import type { WalletOptions } from '../options.ts';
import { checkOptionNames, ownOptions } from '../platform/page-input.ts';
import { eitherSignal } from '../platform/required.ts';
import { attempt } from '../platform/within.ts';
import { describedBy, type Review } from '../signing/review.ts';
import { ask } from './ask.ts';
import { createCeremonies, serveCeremony } from './ceremonies.ts';
import type { FrameSize, Hello, SignerMessage } from './protocol.ts';
import { serve } from './serve.ts';

/** Where the refusals of the last prompts are kept: a page can load the frame again. */
const KEY = 'payments-wallet:refusals';
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 60_000;

interface Refusals {
  readonly count: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

function read(): Refusals {
  const kept = attempt(
    () => JSON.parse(localStorage.getItem(KEY) ?? '') as Partial<Refusals> | null,
  );
  const { count = Number.NaN, until = Number.NaN } = kept ?? {};
  return Number.isFinite(count) && Number.isFinite(until) ? { count, until } : none;
}

const none: Refusals = { count: 0, until: 0 };
/** For a browser that refuses storage. */
let latest = none;

function current(): Refusals {
  const stored = read();
  return stored.until > latest.until ? stored : latest;
}

/** Milliseconds until the next prompt after a refusal: twice as long each time. */
function backOff(now: number): number {
  const left = current().until - now;
  return left <= LONGEST_WAIT ? Math.max(left, 0) : 0;
}

/** Counts a decision; an approval starts over. */
function countDecision(isApproved: boolean, now: number): void {
  const count = isApproved ? 0 : current().count + 1;
  const wait = Math.min(FIRST_WAIT * 2 ** (count - 1), LONGEST_WAIT);
  latest = isApproved ? none : { count, until: now + wait };
  // Without storage, the refusals of this page still count.
  attempt(() => localStorage.setItem(KEY, JSON.stringify(latest)));
}

/** The options of a signer, on the page that is shown in the frame. */
export interface SignerOptions
  extends Pick<
    WalletOptions,
    | 'relay'
    | 'transport'
    | 'rpId'
    | 'vault'
    | 'clock'
    | 'autoRefresh'
    | 'minimumCheck'
    | 'changes'
    | 'dialect'
    | 'codeKey'
  > {
  /** The origins whose pages may use this signer, such as `https://app.example.com`. */
  readonly pages: readonly string[];
  /** The words of the prompt, such as `germanTexts`; English by default. */
  readonly texts?: Partial<PromptTexts> | undefined;
  /**
   * Where the person is asked. By default in a `window` of the signer, which nothing of the page covers,
   * masks or moves. `frame`: in the frame, where Intersection Observer v2 reports what covers it; no
   * browser reports what a `mask-image`, a `clip-path` or a `border-radius` of the page hides, so that a
   * page can have a change approved whose rows nobody saw.
   */
  readonly prompt?: 'frame' | 'window' | undefined;
}

const optionNames: Readonly<Record<keyof SignerOptions, true>> = {
  pages: true,
  relay: true,
  transport: true,
  rpId: true,
  vault: true,
  clock: true,
  autoRefresh: true,
  minimumCheck: true,
  changes: true,
  dialect: true,
  codeKey: true,
  texts: true,
  prompt: true,
};

/** A signer that waits for its page. */
export interface RunningSigner {
  /** Ends the connection to the page, and refuses what the person is being asked. */
  stop(): void;
}

function requireOrigin(page: string): string {
  const { origin, protocol, hostname } = new URL(page);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1';
  if (origin !== page || !(protocol === 'https:' || isLocal)) {
    throw new TypeError(`pages: ${page} is not an origin such as https://app.example.com`);
  }
  return origin;
}

/** Every frame around this one, if the browser lists them; older versions of Firefox do not. */
function foreignAncestor(pages: readonly string[]): boolean {
  return [...(location.ancestorOrigins ?? [])].some((origin) => !pages.includes(origin));
}

/**
 * Shows one prompt of this origin at a time, in all frames and tabs: a second one could be approved
 * with a click meant for the first.
 *
 * @throws WalletError `BUSY_ELSEWHERE`
 */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const { locks } = navigator;
  if (locks === undefined) return work();
  return locks.request('payments-wallet:prompt', { ifAvailable: true }, (lock) => {
    if (lock === null) throw new WalletError('BUSY_ELSEWHERE');
    return work();
  });
}

function isHello(data: unknown): data is Hello {
  const { type, version } = (data ?? {}) as Partial<Hello>;
  return type === 'payments-wallet:connect' && version === 1;
}

/**
 * Starts the signer in a frame of its own origin: holds the session key, calls the relay, and shows
 * the person each change to sign. The page around it can request changes, but cannot read the key
 * or have a change signed without the prompt.
 *
 * @throws WalletError `INVALID_INPUT` for an unknown option or prompt, and when `pages` is empty or holds
 * something other than origins
 *
 * @example
 * startSigner({ relay: '/api/wallet', pages: ['https://app.example.com'] });
 */
export function startSigner(options: SignerOptions): RunningSigner {
  const own = ownOptions(options);
  checkOptionNames(own, optionNames);
  const { pages, texts, prompt, ...rest } = own;
  let origins: readonly string[];
  try {
    if (!Array.isArray(pages) || pages.length === 0) {
      throw new TypeError('pages: expected an array of at least one origin');
    }
    origins = pages.map(requireOrigin);
    if (![undefined, 'frame', 'window'].includes(prompt))
      throw new TypeError('prompt: expected frame or window');
  } catch (cause) {
    throw new WalletError('INVALID_INPUT', { message: (cause as Error).message, cause });
  }
  const words = { ...englishTexts, ...texts };
  const stop = new AbortController();

  const clock = rest.clock ?? systemClock;
  let isAsking = false;
  serveCeremony(words);

  function connect(page: string, port: MessagePort, { accountId }: Hello): void {
    const send = (message: SignerMessage) => port.postMessage(message);
    // At once: a page that receives nothing knows that the signer has not started.
    send({ type: 'connected' });
    /** Shows the frame while something is asked in it, and nothing else is. */
    async function exclusively<T>(
      work: (show: (size: FrameSize) => void) => Promise<T>,
    ): Promise<T> {
      if (isAsking) throw new WalletError('BUSY_ELSEWHERE');
      // A page that asks again at once, to be rid of the person's refusal, has to wait.
      const retryAfter = backOff(Date.now());
      if (retryAfter > 0) throw new WalletError('WAIT', { retryAfter });
      isAsking = true;
      try {
        return await oneAtATime(() => work((size) => send({ type: 'show', size })));
      } finally {
        isAsking = false;
        send({ type: 'show', size: 'none' });
      }
    }
    const onRefusal = () => countDecision(false, Date.now());
    const stage = { texts: words, clock, signal: stop.signal, exclusively, onRefusal };
    const ceremonies = createCeremonies(stage);
    const review: Review = async (payload, action, describe, life) => {
      if (action.kind === 'refresh' || action.kind === 'revoke') {
        // The wallet's own: nobody is asked unless the text cannot be read.
        if (action.strength !== 'unreadable' || rest.minimumCheck === 'unreadable') return true;
      }
      return exclusively(async (show) => {
        const { resource, isUnread } = await describedBy(describe);
        const { strength } = action;
        const facts = factsOfAction(payload, action, resource);
        const question = { facts, payload, strength, isUnread, page };
        const signal = eitherSignal(life.signal, stop.signal);
        const isInFrame = prompt === 'frame';
        const isApproved = await ask(question, words, { clock, signal, isInFrame, show });
        countDecision(isApproved, Date.now());
        return isApproved;
      });
    };
    const account = typeof accountId === 'string' ? { accountId } : {};
    const { wallet, core } = createParts({ ...rest, ...account, review });
    stop.signal.addEventListener('abort', () => {
      send({ type: 'ended' });
      port.close();
      wallet.close();
    });
    serve(wallet, core, ceremonies, port, send);
  }

  const onMessage = ({ origin, source, data, ports }: MessageEvent<unknown>) => {
    const [port] = ports;
    const isOurs = source === window.parent && window.parent !== window;
    if (!isOurs || !origins.includes(origin) || !isHello(data) || port === undefined) return;
    if (foreignAncestor(origins)) return;
    // One page, once: a frame that is loaded again starts again.
    window.removeEventListener('message', onMessage);
    connect(origin, port, data);
  };
  // A window of a question that was loaded again has no question. WebKit does not let its frame close it.
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (window.opener !== null && location.hash === '' && visit?.type === 'reload') window.close();
  const { signal } = stop;
  window.addEventListener('message', onMessage, { signal });
  // Reloaded, left or removed. A page in the back-forward cache continues, but its question ends.
  const end = () => stop.abort(new WalletError('SIGNER_UNAVAILABLE'));
  const onHide = ({ persisted }: PageTransitionEvent) => (persisted && !isAsking) || end();
  window.addEventListener('pagehide', onHide, { signal });
  return { stop: end };
}
