/** How long the pointer must have been over the frame, and the frame at rest. Milliseconds. */
const REST = 500;
/** Pixels that rounding may move a frame. */
const TOLERANCE = 2;

/** Whether the pointer has been over the frame for a while, and the frame has not moved. */
export interface PointerWatch {
  isAtRest(): boolean;
  stop(): void;
}

/**
 * Watches the pointer. A page can move the frame under a click that was meant for something else;
 * the frame cannot observe that, except by the difference between the pointer's position on the
 * screen and in the frame. Each movement, and each return of the pointer, starts the time again.
 *
 * @param onChange called when `isAtRest()` may have changed
 */
export function watchPointer(onChange: () => void): PointerWatch {
  const ending = new AbortController();
  let at: { readonly x: number; readonly y: number } | undefined;
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const see = (event: PointerEvent) => {
    if (!event.isTrusted) return;
    const x = event.screenX - event.clientX;
    const y = event.screenY - event.clientY;
    const hasMoved =
      at === undefined || Math.abs(at.x - x) > TOLERANCE || Math.abs(at.y - y) > TOLERANCE;
    if (!hasMoved) return;
    at = { x, y };
    since = performance.now();
    clearTimeout(timer);
    timer = setTimeout(onChange, REST);
    onChange();
  };
  const leave = ({ target }: MouseEvent) => {
    // Also captured when the pointer leaves an element inside.
    if (target !== document.documentElement) return;
    at = undefined;
    onChange();
  };
  const options = { capture: true, signal: ending.signal };
  for (const type of ['pointermove', 'pointerdown', 'pointerup'] as const) {
    addEventListener(type, see, options);
  }
  document.documentElement.addEventListener('mouseleave', leave, options);
  return {
    isAtRest: () => at !== undefined && performance.now() - since >= REST,
    stop() {
      clearTimeout(timer);
      ending.abort();
    },
  };
}
