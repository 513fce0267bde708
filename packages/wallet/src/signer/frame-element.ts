import type { SignerFrame } from '../options.ts';
import type { FrameSize, Hello } from './protocol.ts';

const FILLED = { border: '0', width: '100%', height: '100%', display: 'block' } as const;
/** In the middle of the window, above everything of the page. */
const BOX = {
  ...{ border: '0', padding: '0', margin: 'auto', position: 'fixed', inset: '0' },
  ...{ width: 'min(100%, 30rem)', 'max-width': 'none' },
  ...{ 'max-height': 'none', 'border-radius': '1rem', overflow: 'hidden', background: '#fff' },
  ...{ 'box-shadow': '0 1.5rem 4rem rgb(0 0 0 / .35), 0 0 0 100vmax rgb(10 12 18 / .55)' },
  ...{ 'pointer-events': 'auto', visibility: 'visible' },
} as const;
const HEIGHTS = { none: '0', panel: 'min(100%, 18rem)', question: 'min(100%, 44rem)' } as const;

function setStyle({ style }: HTMLElement, given: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(given)) style.setProperty(name, value);
}

/**
 * Adds the frame to the page, in a modal dialog: it is shown above everything, also above dialogs of
 * the page, which would otherwise take its clicks. Sets styles by script, which no content security
 * policy forbids.
 */
export function createFrame({ origin, path = '/' }: SignerFrame) {
  const dialog = document.createElement('dialog');
  const frame = document.createElement('iframe');
  const url = new URL(path, origin);
  setStyle(frame, FILLED);
  frame.title = 'Signing';
  frame.referrerPolicy = 'origin';
  const loaded = new Promise<void>((resolve) => {
    frame.addEventListener('load', () => resolve(), { once: true });
  });
  frame.src = url.href;
  dialog.append(frame);
  document.body.append(dialog);
  let wanted: FrameSize = 'none';
  // A second Escape closes a dialog whatever it says; the question inside is still open.
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  dialog.addEventListener('close', () => wanted !== 'none' && open());
  function open(): void {
    // Libraries of dialogs hide from screen readers what was beside their own.
    for (const name of ['aria-hidden', 'inert']) dialog.removeAttribute(name);
    setStyle(dialog, { ...BOX, height: HEIGHTS[wanted] });
    if (!dialog.open) dialog.showModal();
  }
  return {
    loaded,
    /** Sends to the signer's origin, and to no other that the frame may have gone to. */
    send: (hello: Hello, port: MessagePort) =>
      frame.contentWindow?.postMessage(hello, url.origin, [port]),
    show(size: FrameSize) {
      wanted = size;
      if (size !== 'none') return open();
      // The focus returns to where the person was.
      dialog.close();
      dialog.removeAttribute('style');
    },
    remove: () => dialog.remove(),
  };
}
