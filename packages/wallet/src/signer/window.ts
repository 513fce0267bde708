import type { PromptTexts } from '../approval/texts.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { showPanel } from './panel.ts';
import type { PromptPlace } from './prompt.ts';

/** What ends the use of a window. */
type WindowPlace = Pick<PromptPlace, 'clock' | 'signal'>;

/** Milliseconds that a window may take to load. */
const LOADS_WITHIN = 15_000;
const LOOKS_EVERY = 50;

/** Whether a window that was opened shows the page of this signer; a policy can sever it. */
function loads(opened: Window, { clock }: WindowPlace): Promise<boolean> {
  const end = clock.monotonic() + LOADS_WITHIN;
  return new Promise((resolve) => {
    const look = () => {
      try {
        if (opened.closed || clock.monotonic() > end) return resolve(false);
        const { href } = opened.location;
        const isComplete = href !== 'about:blank' && opened.document.readyState === 'complete';
        if (isComplete) return resolve(true);
      } catch {
        // It went to another origin.
        return resolve(false);
      }
      clock.setTimeout(look, LOOKS_EVERY);
    };
    look();
  });
}

/**
 * Does something in a window of the signer; undefined if it did not open. The frame says meanwhile where
 * to continue.
 *
 * @returns false when the person refused in the frame
 */
export async function inWindow<Result>(
  opened: Window,
  title: string,
  texts: PromptTexts,
  place: WindowPlace,
  work: (place: WindowPlace & { readonly view: Window }) => Promise<Result>,
): Promise<Result | false | undefined> {
  const ending = new AbortController();
  const withdraw = () => ending.abort(place.signal.reason);
  place.signal.addEventListener('abort', withdraw, { once: true });
  if (place.signal.aborted) withdraw();
  const { signal } = ending;
  try {
    const here = showPanel({ title, text: texts.continueThere }, texts, { ...place, signal });
    const there = async () => {
      if (await loads(opened, place)) return work({ ...place, signal, view: opened });
      opened.close();
      return undefined;
    };
    return await Promise.race([here, there()]);
  } catch (error) {
    opened.close();
    throw error;
  } finally {
    place.signal.removeEventListener('abort', withdraw);
    ending.abort(new WalletError('ABORTED'));
  }
}
