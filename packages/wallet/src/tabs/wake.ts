const pageEvents = ['pageshow', 'online', 'focus'] as const;
const documentEvents = ['visibilitychange', 'resume'] as const;

/**
 * Calls back whenever the page may have slept: it was hidden, frozen, offline or in the
 * back-forward cache. Does nothing where there is no page.
 *
 * @returns stops listening
 */
export function onWake(callback: () => void): () => void {
  if (typeof window === 'undefined' || typeof document === 'undefined') return () => {};
  const wake = () => {
    if (document.visibilityState !== 'hidden') callback();
  };
  for (const name of pageEvents) window.addEventListener(name, wake);
  for (const name of documentEvents) document.addEventListener(name, wake);
  return () => {
    for (const name of pageEvents) window.removeEventListener(name, wake);
    for (const name of documentEvents) document.removeEventListener(name, wake);
  };
}
