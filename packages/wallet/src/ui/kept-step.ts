const KEY = 'payments-sign-in.code';
/** Milliseconds in which a code that was sent can still be typed. */
const LIFE = 10 * 60_000;

function storage(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    // The browser refuses it to this page.
    return undefined;
  }
}

/** Remembers in this tab that a code was sent: phones load a page again after a look at the mail. */
export function keepStep(credentialId: string): void {
  try {
    storage()?.setItem(KEY, JSON.stringify([credentialId, Date.now() + LIFE]));
  } catch {
    // Full: after a reload the person asks for another code.
  }
}

export function dropStep(): void {
  storage()?.removeItem(KEY);
}

/** The credential of a code that was sent before the page was loaded. */
export function keptStep(): string | undefined {
  try {
    const [credentialId, end] = JSON.parse(storage()?.getItem(KEY) ?? '[]') as unknown[];
    if (typeof credentialId === 'string' && Number(end) > Date.now()) return credentialId;
  } catch {
    // Not written by this version.
  }
  return undefined;
}
