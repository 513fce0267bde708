import { type Ceremony, ceremonyError } from '../errors/ceremony-errors.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { isRefusedByFrame } from './frame.ts';

/** How a ceremony asks: in a dialog of its own, or among the suggestions of an input. */
export type CeremonyKind = 'modal' | 'conditional';

/** What may be said about a ceremony. */
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

/**
 * Runs a ceremony. A conditional one gives way to a modal one, a modal one to none. Calls
 * `start` before anything is awaited, so that it is still inside the click.
 *
 * @throws WalletError `CEREMONY_IN_PROGRESS`, `ABORTED`, and what `ceremonyError` makes of the rest
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
  };
  const mine = { kind, abort };
  current = mine;
  signal?.addEventListener('abort', abort);
  const startedAt = performance.now();
  return start(controller.signal)
    .catch((error: unknown) => {
      const elapsed = performance.now() - startedAt;
      throw ceremonyError(error, ceremony, () => isRefusedByFrame(ceremony, elapsed));
    })
    .finally(release);
}
