import { Observers } from '../log/observers.ts';
import { MockUsageError } from '../usage-error.ts';
import type { WebhookDelivery } from './tables.ts';

/** A function that takes deliveries in place of an HTTP endpoint. */
export type WebhookHandler = (request: Request) => Response | Promise<Response>;

/** Called with a delivery after each attempt. */
export type DeliveryListener = (delivery: WebhookDelivery) => void;

export interface WebhookTarget {
  readonly name: string;
  readonly url: string;
  /** Called instead of sending to `url`. */
  readonly handler?: WebhookHandler;
}

/** The URL of requests that are passed to a function. */
const HANDLER_URL = 'http://localhost/webhooks';

/** Returns a URL without the parts that may be secret: user, password, query, fragment. */
export function targetName(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** Returns why deliveries cannot go to a URL; undefined if they can. */
export function targetProblem(url: string): string | undefined {
  const { protocol = '', username, password } = URL.canParse(url) ? new URL(url) : {};
  if (!/^https?:$/.test(protocol)) return 'an http or https URL';
  return username === '' && password === ''
    ? undefined
    : 'a URL without a user name and a password';
}

function requireHttpUrl(url: string): string {
  const expected = targetProblem(url);
  if (expected === undefined) return url;
  const rest = expected.startsWith('an http') ? ', or a function' : '';
  throw new MockUsageError(`deliverTo takes ${expected}${rest}`, []);
}

/**
 * The endpoints of one mock, and the listeners for waiting deliveries and moves of the clock.
 * Functions and URLs are not part of the mock's state.
 */
export class WebhookTargets {
  readonly #targets = new Map<string, WebhookTarget>();
  readonly #listeners = new Observers<WebhookDelivery>('A listener of `onAttempt`');
  #handlers = 0;
  /** Called when a delivery waits, and when the clock was moved. */
  wake: () => void = () => undefined;
  /** Sends one waiting delivery now; resolves when the attempt is over. */
  attemptNow: (deliveryId: string) => Promise<void> = async () => undefined;

  get targets(): readonly WebhookTarget[] {
    return [...this.#targets.values()];
  }

  /** Calls a listener after every attempt, and returns a function that removes it. */
  subscribe(listener: DeliveryListener): () => void {
    return this.#listeners.add(listener);
  }

  attempted(delivery: WebhookDelivery): void {
    this.#listeners.notify(delivery);
  }

  find(name: string): WebhookTarget | undefined {
    return this.#targets.get(name);
  }

  /** Adds a target, and returns what removes it. @throws MockUsageError for another URL than http or https */
  add(to: string | URL | WebhookHandler): () => void {
    if (typeof to === 'function') this.#handlers += 1;
    const target: WebhookTarget =
      typeof to === 'function'
        ? { name: `handler ${this.#handlers}`, url: HANDLER_URL, handler: to }
        : this.#ofUrl(requireHttpUrl(String(to)));
    this.#targets.set(target.name, target);
    return () => {
      if (this.#targets.get(target.name) === target) this.#targets.delete(target.name);
    };
  }

  #ofUrl(url: string): WebhookTarget {
    return { name: targetName(url), url };
  }
}
