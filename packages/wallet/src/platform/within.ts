import type { WalletClock } from '../clock.ts';

/** A platform call that did not finish in time. */
export class PlatformTimeout extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Runs a call to the platform that may throw, reject or never finish.
 *
 * @param milliseconds how long to wait
 * @throws PlatformTimeout when it does not finish in time; otherwise the error of the call
 */
export function within<T>(
  clock: WalletClock,
  milliseconds: number,
  call: () => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.setTimeout(
      () => reject(new PlatformTimeout(`No result after ${milliseconds} ms.`)),
      milliseconds,
    );
    // Without `then`: a script that replaces it would be handed a key.
    const run = async () => {
      try {
        resolve(await call());
      } catch (cause) {
        reject(cause);
      }
      cancel();
    };
    void run();
  });
}

/** The result of a call to the platform, or undefined when it throws. */
export function attempt<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch {
    return undefined;
  }
}
