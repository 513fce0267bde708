import type { SignerFrame } from '../options.ts';
import type { Hello } from './protocol.ts';

/** The frame of a signer, in this page. */
export interface FrameElement {
  readonly loaded: Promise<void>;
  /** Sends to the signer's origin, and to no other that the frame may have gone to. */
  send(hello: Hello, port: MessagePort): void;
  show(isShown: boolean): void;
  remove(): void;
}

/** At the bottom of the window, above everything; hidden until there is something to approve. */
const STYLE: Readonly<Record<string, string>> = {
  position: 'fixed',
  bottom: '0',
  right: '0',
  width: 'min(100%, 28rem)',
  height: 'min(100%, 24rem)',
  border: '0',
  background: '#fff',
  'z-index': '2147483647',
};

/** Adds the frame to the page. Sets styles by script, which no content security policy forbids. */
export function createFrame({ origin, path = '/' }: SignerFrame): FrameElement {
  const frame = document.createElement('iframe');
  const url = new URL(path, origin);
  for (const [name, value] of Object.entries(STYLE)) frame.style.setProperty(name, value);
  frame.style.setProperty('display', 'none');
  frame.title = 'Signing';
  frame.referrerPolicy = 'origin';
  const loaded = new Promise<void>((resolve) => {
    frame.addEventListener('load', () => resolve(), { once: true });
  });
  frame.src = url.href;
  document.body.append(frame);
  let before: Element | null = null;
  return {
    loaded,
    send: (hello, port) => frame.contentWindow?.postMessage(hello, url.origin, [port]),
    show(isShown) {
      const { activeElement } = document;
      if (isShown) before = activeElement;
      frame.style.setProperty('display', isShown ? 'block' : 'none');
      // Back to where the person was, unless they have gone on.
      if (!isShown && activeElement === frame && before instanceof HTMLElement) before.focus();
    },
    remove: () => frame.remove(),
  };
}
