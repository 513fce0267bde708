/** Milliseconds after a change in which further changes are awaited, to read all of them at once. */
const PAUSE = 80;
/** Milliseconds until a reading that failed is repeated. */
const RETRY = 1000;

/** How to read a state, and where to show it. */
export interface StateSource<State> {
  read(): Promise<State>;
  show(state: State): void;
  /** Calls back later; the returned function cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** Keeps what is shown up to date. */
export interface Refresher {
  /** The state has changed, or can be read again. */
  changed(): void;
  /** Reads no more, until the next change. */
  stop(): void;
}

/**
 * Reads a state again after it has changed. There is one reading at a time: of two, the older one
 * could end last, and would then be shown until the next change. A reading during which something
 * has changed is followed by another one, and one that failed is repeated.
 */
export function keepFresh<State>({ read, show, after }: StateSource<State>): Refresher {
  let cancel: (() => void) | undefined;
  let isReading = false;
  let isBehind = false;
  let isStopped = false;
  const readLater = (pause: number) => {
    cancel ??= after(pause, () => void readOnce());
  };
  async function readOnce(): Promise<void> {
    cancel = undefined;
    isReading = true;
    isBehind = false;
    const state = await read().then(
      (value) => ({ value }),
      () => undefined,
    );
    isReading = false;
    if (state !== undefined) show(state.value);
    if (state === undefined && !isStopped) readLater(RETRY);
    else if (isBehind) readLater(PAUSE);
  }
  return {
    changed() {
      isStopped = false;
      if (isReading) isBehind = true;
      else readLater(PAUSE);
    },
    stop() {
      isStopped = true;
      isBehind = false;
      cancel?.();
      cancel = undefined;
    },
  };
}
