import type { Context, Hono } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { createClock, type MockClock } from '../../clock.ts';
import type { Mock } from '../../mock.ts';
import { moveClock, readJson } from './input.ts';

/** Milliseconds that a move waits for the applications that follow the clock. */
const LONGEST_WAIT = 1_000;

interface Follower {
  readonly stream: SSEStreamingApi;
  confirmed: number;
  end(): void;
}

/**
 * The applications under test that follow the clock of a world. A move is announced before it is
 * made, so that what the move delivers is not from the future for them.
 */
export class ClockFollowers {
  readonly #clock: MockClock;
  readonly #followers = new Map<string, Follower>();
  readonly #waiting = new Set<() => void>();
  readonly #stop: () => void;
  #count = 0;
  /** Whether a move is announced, whose change need not be reported again. */
  #isMoving = false;

  constructor({ clock, onChange }: Mock) {
    this.#clock = clock;
    // Moves in the process, resets and restores.
    this.#stop = onChange(() => {
      if (!this.#isMoving) this.#tell(clock.now());
    });
  }

  open(context: Context): Response {
    return streamSSE(context, async (stream) => {
      const id = crypto.randomUUID();
      await new Promise<void>((resolve) => {
        const end = () => {
          this.#followers.delete(id);
          this.#check();
          resolve();
        };
        this.#followers.set(id, { stream, confirmed: 0, end });
        stream.onAbort(end);
        const { isRunning } = this.#clock;
        const data = JSON.stringify({ id, now: this.#clock.now(), isRunning });
        void stream.writeSSE({ event: 'following', data });
      });
    });
  }

  /** Moves the clock once its followers know the new time, or a second has passed. */
  async move(by: (clock: MockClock) => void): Promise<void> {
    const planned = createClock(this.#clock.now());
    by(planned);
    this.#isMoving = true;
    try {
      this.#tell(planned.now());
      await this.#confirmed();
      by(this.#clock);
    } finally {
      this.#isMoving = false;
    }
  }

  confirm(id: string, count: number): void {
    const follower = this.#followers.get(id);
    if (follower !== undefined) follower.confirmed = count;
    this.#check();
  }

  close(): void {
    this.#stop();
    for (const { end } of this.#followers.values()) end();
  }

  #tell(now: number): void {
    if (this.#followers.size === 0) return;
    this.#count += 1;
    const data = JSON.stringify({ now, count: this.#count });
    for (const { stream } of this.#followers.values()) {
      void stream.writeSSE({ event: 'time', data });
    }
  }

  #confirmed(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, LONGEST_WAIT);
      this.#waiting.add(done);
      this.#check();
    });
  }

  #check(): void {
    const isKnown = [...this.#followers.values()].every(
      ({ confirmed }) => confirmed >= this.#count,
    );
    if (isKnown) for (const done of this.#waiting) done();
  }
}

/** Returns the routes of the clock: read, moved, and followed by applications under test. */
export function clockRoutes(app: Hono, { clock }: Mock, followers: ClockFollowers): void {
  const read = () => {
    const now = clock.now();
    return { now, iso: new Date(now).toISOString(), isRunning: clock.isRunning };
  };
  app.get('/clock', (context) => context.json(read()));
  app.post('/clock', async (context) => {
    const body = await readJson(context.req.raw);
    await followers.move((moved) => moveClock(moved, body));
    return context.json(read());
  });
  app.get('/clock/follow', (context) => followers.open(context));
  app.post('/clock/followed', async (context) => {
    const { id, count } = await readJson(context.req.raw);
    followers.confirm(String(id), Number(count));
    return context.body(null, 204);
  });
}
