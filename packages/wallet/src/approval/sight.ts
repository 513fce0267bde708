import type { WalletClock } from '../clock.ts';
import { createCoverSearch } from './cover.ts';
import { isDrawn, legibleText } from './legible.ts';

/** How long everything must have been in sight before a gesture counts. Milliseconds. */
const ARMS_AFTER = 500;
/** How long a question that cannot be seen is kept. Milliseconds. */
export const HIDDEN_AFTER = 20_000;
/** How often styles are looked at, which no browser reports. Milliseconds. */
const LOOKS_EVERY = 250;
/** The shortest delay that Intersection Observer v2 accepts. */
const DELAY = 100;
/** A fraction of a pixel is missing on screens with fractional scales. */
const WHOLE = 0.99;

type View = Window & typeof globalThis;

/** Intersection Observer v2: `isVisible` means that an element is not covered, faded or transformed. */
interface VisibleEntry extends IntersectionObserverEntry {
  readonly isVisible?: boolean;
}

/** Whether the browser detects that an element is covered, also by the page around a frame. */
function detectsCover(view: View): boolean {
  return 'isVisible' in view.IntersectionObserverEntry.prototype;
}

/** Below that, the page or the person has made everything too small to read. */
const SMALLEST_SCALE = 0.75;

/**
 * Whether a frame can tell that a person sees it. On a phone the page can enlarge all of it, so that
 * little of the frame is on the screen, which no browser reports to the frame.
 */
export function canTellSight(view: View): boolean {
  const isPhone = view.matchMedia('(pointer: coarse)').matches;
  return detectsCover(view) && !isPhone && view.devicePixelRatio >= SMALLEST_SCALE;
}

/** Whether an element is in the part of the window that an enlarged page shows. */
function isOnScreen({ visualViewport }: View, { top, bottom, left, right }: DOMRect): boolean {
  if (visualViewport === null) return true;
  const { offsetTop, offsetLeft, width, height } = visualViewport;
  const isDown = top >= offsetTop - 1 && bottom <= offsetTop + height + 1;
  return isDown && left >= offsetLeft - 1 && right <= offsetLeft + width + 1;
}

/** The names and amounts of a row. A translator may change every other word, and does not always heed a mark. */
function valuesOf(row: Element): string {
  return [...row.querySelectorAll('bdi, .amount')].map(({ textContent }) => textContent).join('\n');
}

/** What a question shows, and what is to happen with its sight. */
export interface SightOptions {
  readonly clock: WalletClock;
  /** Whether the text is large enough to read. */
  isReadable?(): boolean;
  /** The whole question: nothing is in sight unless all of it is. */
  readonly whole: Element;
  /** Each has to be in sight once; they may scroll. */
  readonly rows: readonly Element[];
  /** Whether what can be read in a row is all that it has to say; default all of its text. */
  isSaid?(row: Element, text: string): boolean;
  /** Something may have changed. */
  onChange(): void;
  /** The question came in sight: what was typed before does not count. */
  onSight(): void;
  /** It was out of sight for a long time. */
  onHidden(): void;
}

/** Whether a person can see a question. */
export interface Sight {
  /** Whether the whole question is in sight now. */
  isClear(): boolean;
  /** Whether every row was in sight since the question is. */
  isRead(): boolean;
  /** Whether that is so for a moment: a gesture that began before it was for something else. */
  isArmed(): boolean;
  stop(): void;
}

/**
 * Watches whether a person can see a question and has had each row in sight. Where the browser detects
 * it, nothing may cover, fade or transform them, also from around the frame; elsewhere the styles and the
 * places of their own document tell, so that a frame needs a window of its own there. A `mask-image` of
 * the page around a frame is not detected by any browser.
 */
export function watchSight(options: SightOptions): Sight {
  const { clock, whole, rows, onChange, onSight, onHidden } = options;
  const isReadable = () => options.isReadable?.() !== false;
  const view = whole.ownerDocument.defaultView as View;
  const isTracked = detectsCover(view);
  const tracking = isTracked ? { trackVisibility: true, delay: DELAY } : {};
  const said = new Map(rows.map((row) => [row, valuesOf(row)]));
  const isOwn = (row: Element, text: string) =>
    text === row.textContent && valuesOf(row) === said.get(row);
  const isSaid = options.isSaid ?? isOwn;
  const isAltered = () => rows.some((row) => !isSaid(row, row.textContent ?? ''));
  const isCovered = isTracked ? undefined : createCoverSearch(whole);
  const isOpen = (element: Element) => isDrawn(element) && isCovered?.(element) !== true;
  const isSeen = ({ isVisible, intersectionRatio, target }: VisibleEntry) =>
    !view.document.hidden &&
    intersectionRatio >= WHOLE &&
    (isTracked ? isVisible === true : isOpen(target));
  let isClear = false;
  let readAt: number | undefined;
  let cancelArming = () => {};
  let cancelHiding = () => {};
  const unseen = new Set<Element>();

  const rowObserver = new view.IntersectionObserver(seeRows, {
    threshold: [WHOLE, 1],
    ...tracking,
  });
  const observer = new view.IntersectionObserver(see, {
    threshold: [0, 0.5, WHOLE, 1],
    ...tracking,
  });

  /** Counts while the tab is shown: in another one the person can still come back. */
  function hideLater(): void {
    cancelHiding();
    cancelHiding = clock.setTimeout(() => {
      if (view.document.hidden) hideLater();
      else onHidden();
    }, HIDDEN_AFTER);
  }

  function seeRows(entries: readonly VisibleEntry[]): void {
    if (!isClear) return;
    for (const entry of entries) {
      const { target } = entry;
      const isShown = isSeen(entry) && isOnScreen(view, target.getBoundingClientRect());
      if (isShown && isSaid(target, legibleText(target))) unseen.delete(target);
    }
    if (unseen.size > 0 || readAt !== undefined) return;
    readAt = clock.monotonic();
    cancelArming = clock.setTimeout(onChange, ARMS_AFTER);
    onChange();
  }

  /** From the beginning: nothing counts that was seen or typed before. */
  function begin(): void {
    cancelArming();
    cancelHiding();
    rowObserver.disconnect();
    readAt = undefined;
    for (const row of rows) unseen.add(row);
    if (isClear) {
      // Observed anew, each row is reported again.
      for (const row of rows) rowObserver.observe(row);
      onSight();
    } else hideLater();
    onChange();
  }

  function see(entries: readonly VisibleEntry[]): void {
    const wasClear = isClear;
    for (const entry of entries) isClear = isSeen(entry) && isReadable() && !isAltered();
    if (isClear !== wasClear) begin();
  }

  /** Reports the rows again that a moved part of an enlarged window may show now. */
  const look = () => {
    for (const row of unseen) rowObserver.unobserve(row);
    for (const row of isClear ? unseen : []) rowObserver.observe(row);
  };
  const { visualViewport } = view;
  for (const type of ['scroll', 'resize']) visualViewport?.addEventListener(type, look);
  // A page can show all of it for a moment, and then make the frame as small as the code; and nothing is
  // reported of a window that is minimised or a tab that is left.
  const lookAgain = () => {
    const wasClear = isClear;
    isClear = false;
    if (wasClear) begin();
    observer.disconnect();
    observer.observe(whole);
  };
  view.addEventListener('resize', lookAgain);
  view.document.addEventListener('visibilitychange', lookAgain);
  // A translator of the browser rewrites a page after it was read too.
  const changes = new view.MutationObserver(() => isClear === isAltered() && lookAgain());
  const words = { childList: true, characterData: true, subtree: true };
  for (const row of rows) changes.observe(row, words);
  hideLater();
  observer.observe(whole);
  const current = () => {
    const records = observer.takeRecords();
    if (records.length > 0) see(records);
    if (isClear && !isTracked && !isOpen(whole)) {
      isClear = false;
      begin();
    }
    return isClear;
  };
  /** Styles change without a report. */
  const poll = () => {
    if (!isTracked && current() === false) {
      observer.disconnect();
      observer.observe(whole);
    }
    look();
    cancelPolling = clock.setTimeout(poll, LOOKS_EVERY);
  };
  let cancelPolling = clock.setTimeout(poll, LOOKS_EVERY);
  return {
    isClear: current,
    isRead: () => current() && readAt !== undefined,
    isArmed: () => current() && readAt !== undefined && clock.monotonic() - readAt >= ARMS_AFTER,
    stop() {
      cancelArming();
      cancelHiding();
      cancelPolling();
      view.removeEventListener('resize', lookAgain);
      view.document.removeEventListener('visibilitychange', lookAgain);
      for (const type of ['scroll', 'resize']) visualViewport?.removeEventListener(type, look);
      changes.disconnect();
      observer.disconnect();
      rowObserver.disconnect();
    },
  };
}
