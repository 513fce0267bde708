/** How long a prompt must have been visible. Milliseconds. */
const CLEAR_FOR = 800;
/** The shortest delay that Intersection Observer v2 accepts. */
const DELAY = 100;

/**
 * Intersection Observer v2: `isVisible` means that an element is not covered, faded or transformed.
 */
interface VisibleEntry extends IntersectionObserverEntry {
  readonly isVisible?: boolean;
}

/** Whether an element is visible, and has been for a while; true in a browser that cannot detect it. */
export interface Visibility {
  isClear(): boolean;
  stop(): void;
}

/**
 * Watches whether a person can see an element: in full, not covered by the page around the frame,
 * not transparent, not transformed. A `mask-image` of the page is not detected by any browser.
 *
 * @param onChange called when `isClear()` may have changed
 */
export function watchVisibility(target: Element, onChange: () => void): Visibility {
  const isTracked = 'isVisible' in IntersectionObserverEntry.prototype;
  if (!isTracked) return { isClear: () => true, stop: () => {} };
  let clearSince: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const see = (entries: readonly VisibleEntry[]) => {
    for (const { isVisible, intersectionRatio } of entries) {
      const isClear = isVisible === true && intersectionRatio >= 0.99;
      clearSince = isClear ? (clearSince ?? performance.now()) : undefined;
    }
    clearTimeout(timer);
    if (clearSince !== undefined) timer = setTimeout(onChange, CLEAR_FOR);
    onChange();
  };
  const options = { threshold: [0, 0.5, 0.99, 1], trackVisibility: true, delay: DELAY };
  const observer = new IntersectionObserver(see, options);
  observer.observe(target);
  return {
    isClear() {
      const records = observer.takeRecords();
      if (records.length > 0) see(records);
      return clearSince !== undefined && performance.now() - clearSince >= CLEAR_FOR;
    },
    stop() {
      clearTimeout(timer);
      observer.disconnect();
    },
  };
}
