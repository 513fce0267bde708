import { WebAuthnAbortService } from '@simplewebauthn/browser';
import { type Ceremony, ceremonyError } from '../errors/ceremony-errors.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { frameRefusal, isInsideClick } from './frame.ts';

/** The presentation of a ceremony: a dialog, or the suggestions of an input. */
export type CeremonyKind = 'modal' | 'conditional';

/** The options of a ceremony. */
export interface CeremonyOptions {
  /** Stops the ceremony. */
  readonly signal?: AbortSignal | undefined;
}

interface Running {
  readonly kind: CeremonyKind;
  readonly abort: () => void;
}

/** The one ceremony of this page: `navigator.credentials` takes one at a time. */
let current: Running | undefined;
/** Settles when the current ceremony has reached the browser; before that, it cannot be stopped. */
let reaching: Promise<unknown> | undefined;

/** Delays the next ceremony, and the end of this one, until it has reached the browser. */
export function holdUntil(reached: Promise<unknown>): void {
  const mine = reached
    .catch(() => {})
    .finally(() => {
      if (reaching === mine) reaching = undefined;
    });
  reaching = mine;
}

/** Runs a function at once, or when the current ceremony has reached the browser. */
function onceReached<T>(work: () => T | Promise<T>): T | Promise<T> {
  return reaching === undefined ? work() : reaching.then(work);
}

/**
 * Runs a ceremony. A modal ceremony aborts a conditional one, and is not aborted itself. Calls
 * `start` before anything is awaited, so that it is still inside the click; only a conditional
 * ceremony that is starting in the same moment delays that, for as long as it takes.
 *
 * @throws WalletError `CEREMONY_IN_PROGRESS`, `ABORTED`, and the result of `ceremonyError` for
 * other errors
 */
export function runCeremony<T>(
  ceremony: Ceremony,
  kind: CeremonyKind,
  { signal }: CeremonyOptions,
  start: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal?.aborted === true) return Promise.reject(new WalletError('ABORTED'));
  if (current !== undefined && !(current.kind === 'conditional' && kind === 'modal')) {
    return Promise.reject(new WalletError('CEREMONY_IN_PROGRESS'));
  }
  current?.abort();
  const controller = new AbortController();
  const release = () => {
    if (current === mine) current = undefined;
    signal?.removeEventListener('abort', abort);
  };
  const abort = () => {
    release();
    controller.abort();
    void onceReached(() => WebAuthnAbortService.cancelCeremony());
  };
  const mine = { kind, abort };
  current = mine;
  signal?.addEventListener('abort', abort);
  const startedAt = performance.now();
  // The ceremony uses the click up.
  const wasInClick = isInsideClick();
  const run = async () => {
    controller.signal.throwIfAborted();
    const result = await start(controller.signal);
    // The authenticator may have been faster than the browser, which then ignores the signal.
    controller.signal.throwIfAborted();
    return result;
  };
  return Promise.resolve(onceReached(run))
    .catch((error: unknown) => {
      const elapsed = performance.now() - startedAt;
      throw ceremonyError(error, ceremony, () => frameRefusal(ceremony, elapsed, wasInClick));
    })
    .finally(release);
}
