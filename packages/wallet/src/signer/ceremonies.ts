import { element } from '../approval/elements.ts';
import { applyLook } from '../approval/look.ts';
import { setLanguage } from '../approval/words/language.ts';
import type { PromptTexts } from '../approval/words/texts.ts';
import type { WalletClock } from '../clock.ts';
import type { Ceremony } from '../errors/ceremony-errors.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { eitherSignal } from '../platform/required.ts';
import { type AttestationRequest, createHere } from '../sign-in/add-passkey.ts';
import { type AssertionRequest, askHere, type ConfirmOptions } from '../sign-in/passkey.ts';
import { showPanel } from './panel.ts';
import { openWindow } from './prompt.ts';
import {
  CEREMONY_HASH,
  type FrameSize,
  fromFailure,
  type SignerFailure,
  toFailure,
} from './protocol.ts';

/** Only pages of the signer's origin are on this channel. */
const CHANNEL = 'payments-wallet:ceremony';

interface Ask {
  readonly type: 'ask';
  readonly id: string;
  readonly ceremony: Ceremony;
  readonly options: unknown;
  readonly how: Pick<ConfirmOptions, 'immediate'>;
}

type Message =
  /** The window waits for a frame. */
  | { readonly type: 'ready' }
  | Ask
  /** The frame does not wait any more. */
  | { readonly type: 'end'; readonly id: string }
  | { readonly type: 'done'; readonly id: string; readonly value: unknown }
  | { readonly type: 'failed'; readonly id: string; readonly failure: SignerFailure };

function titleOf(ceremony: Ceremony, texts: PromptTexts): string {
  return ceremony === 'registration' ? texts.headings.passkey : texts.signIn;
}

/** Says in the window what it is for, behind the dialog of the browser. */
function explain(title: string, { lang, onDevice }: PromptTexts): void {
  const body = element('div', { className: 'body' }, element('p', { text: onDevice }));
  const look = { className: 'payments-question' };
  const panel = element('section', look, element('h1', { text: title }), body);
  setLanguage(panel, lang);
  document.title = title;
  applyLook(window);
  document.body.append(element('main', { className: 'payments-wallet' }, panel));
}

/** In a window that was opened for a ceremony: runs the one that the signer's frame asks for. */
export function serveCeremony(texts: PromptTexts): void {
  if (window.parent !== window || location.hash !== CEREMONY_HASH) return;
  const channel = new BroadcastChannel(CHANNEL);
  const send = (message: Message) => channel.postMessage(message);
  let id: string | undefined;
  const fail = (error: unknown) => {
    if (id !== undefined) send({ type: 'failed', id, failure: toFailure(error) });
  };
  async function run({ ceremony, options, how }: Ask): Promise<unknown> {
    explain(titleOf(ceremony, texts), texts);
    return ceremony === 'registration'
      ? createHere(options as never, {})
      : askHere(options as never, how);
  }
  channel.onmessage = async ({ data }: MessageEvent<Message>) => {
    if (data.type === 'end' && data.id === id) window.close();
    if (data.type !== 'ask' || id !== undefined) return;
    id = data.id;
    try {
      send({ type: 'done', id, value: await run(data) });
    } catch (error) {
      fail(error);
    }
    window.close();
  };
  window.addEventListener('pagehide', () => fail(new WalletError('CANCELLED')));
  send({ type: 'ready' });
}

/** What a signer's ceremonies need. */
interface CeremonyStage {
  readonly texts: PromptTexts;
  readonly clock: WalletClock;
  /** Ends all of them. */
  readonly signal: AbortSignal;
  /** Shows the frame while something is asked in it, and nothing else is. */
  exclusively<Result>(work: (show: (size: FrameSize) => void) => Promise<Result>): Promise<Result>;
  /** Called when the person refused. */
  onRefusal(): void;
}

/** The ceremonies of a signer, on its own origin. */
export interface SignerCeremonies {
  readonly ask: AssertionRequest;
  readonly create: AttestationRequest;
}

/** Asks the window for a ceremony, when it is there, and waits for the result. */
function askWindow(ask: Ask, signal: AbortSignal): Promise<unknown> {
  const channel = new BroadcastChannel(CHANNEL);
  const end = () => {
    channel.postMessage({ type: 'end', id: ask.id });
    channel.close();
  };
  signal.addEventListener('abort', end, { once: true });
  return new Promise((resolve, reject) => {
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.type === 'ready') channel.postMessage(ask);
      if (data.type === 'done' && data.id === ask.id) resolve(data.value);
      if (data.type === 'failed' && data.id === ask.id) reject(fromFailure(data.failure));
    };
    channel.postMessage(ask);
  });
}

/**
 * Runs the ceremonies of a signer in a window of its origin: what is made in a frame names the page
 * around it, which services may refuse, and not all browsers do it. The page opens the window within
 * the person's click; the frame offers to, in case it did not.
 */
export function createCeremonies(stage: CeremonyStage): SignerCeremonies {
  const { texts, clock, exclusively, onRefusal } = stage;

  function perform(
    ceremony: Ceremony,
    options: unknown,
    { signal: given, immediate }: ConfirmOptions,
  ): Promise<never> {
    const title = titleOf(ceremony, texts);
    const windows: Window[] = [];
    const button = {
      label: texts.openWindow,
      press: () => {
        // A second press would ask the device a second time.
        const before = windows.find((opened) => !opened.closed);
        if (before !== undefined) return before.focus();
        const opened = openWindow(CEREMONY_HASH);
        if (opened === null) return null;
        windows.push(opened);
        return undefined;
      },
    };
    return exclusively(async (show) => {
      const ending = new AbortController();
      const signal = eitherSignal(eitherSignal(stage.signal, ending.signal), given);
      const id = crypto.randomUUID();
      const ask: Ask = { type: 'ask', id, ceremony, options, how: { immediate } };
      try {
        show('panel');
        const result = await Promise.race([
          askWindow(ask, signal),
          showPanel({ title, text: texts.onDevice, button }, texts, { clock, signal }),
        ]);
        if (result !== false) return result as never;
        onRefusal();
        throw new WalletError('CANCELLED');
      } finally {
        ending.abort(new WalletError('ABORTED'));
        // A window that is still loading gets no message of the end.
        for (const opened of windows) opened.close();
      }
    });
  }

  return {
    ask: (options, how) => perform('authentication', options, how),
    create(options, { signal, conditional }) {
      // Nobody would see who asks.
      if (conditional === true) return Promise.reject(new WalletError('CANCELLED'));
      return perform('registration', options, { signal });
    },
  };
}
