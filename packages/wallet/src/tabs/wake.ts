/**
 * Calls back whenever the page may have slept: it was hidden, frozen, offline or in the
 * back-forward cache. Does nothing outside a page.
 *
 * @returns a function that stops listening
 */
export function onWake(callback: () => void): () => void {
  if (typeof window === 'undefined' || typeof document === 'undefined') return () => {};
  const wake = () => {
    if (document.visibilityState !== 'hidden') callback();
  };
  const stop = new AbortController();
  const { signal } = stop;
  for (const name of ['pageshow', 'online', 'focus']) {
    window.addEventListener(name, wake, { signal });
  }
  for (const name of ['visibilitychange', 'resume']) {
    document.addEventListener(name, wake, { signal });
  }
  return () => stop.abort();
}
