import { API_VERSION } from '@org/payments-contract';
import type { Hono } from 'hono';
import { createMock, type Mock } from '../mock.ts';
import { MockUsageError } from '../usage-error.ts';
import { createControlApi } from './control/control-api.ts';
import { createApp, type Env, type Site } from './serve.ts';
import type { World, WorldOptions, Worlds } from './world.ts';

interface ServedWorld extends World {
  readonly app: Hono<Env>;
  close(): void;
}

/** How often the server starts the deliveries that are due, in milliseconds. */
const POLL = 1000;

/** The path below which the worlds besides the first are served. */
const PREFIX = '/worlds/';

function deliver(mock: Mock, urls: readonly string[]): () => void {
  const removers = urls.map((url) => mock.deliverTo(url));
  const timer = setInterval(() => mock.webhooks.poll(), POLL);
  timer.unref();
  return () => {
    clearInterval(timer);
    for (const remove of removers) remove();
  };
}

/** The worlds of a server, the first one included, which is at the root. */
export class WorldTable implements Worlds {
  readonly #site: Site;
  readonly #first: ServedWorld;
  readonly #worlds = new Map<string, ServedWorld>();

  constructor(site: Site, mock: Mock, forwardTo: readonly string[]) {
    this.#site = site;
    this.#first = this.#serve('', mock, forwardTo);
  }

  get first(): World {
    return this.#first;
  }

  get all(): readonly World[] {
    return [...this.#worlds.values()];
  }

  add({ name = crypto.randomUUID(), forwardTo = [], ...options }: WorldOptions = {}): World {
    if (!/^[\w-]{1,64}$/.test(name)) {
      throw new MockUsageError(`${name} is not a name of letters, digits, - and _`, []);
    }
    if (this.#worlds.has(name)) throw new MockUsageError(`The world ${name} exists`, []);
    const baseUrl = `${this.#site.url}${PREFIX}${name}/${API_VERSION}`;
    const mock = createMock({ now: Date.now, ...options, baseUrl });
    const world = this.#serve(name, mock, forwardTo);
    this.#worlds.set(name, world);
    return world;
  }

  remove(name: string): boolean {
    this.#worlds.get(name)?.close();
    return this.#worlds.delete(name);
  }

  /** The app that serves a path; undefined for a world that does not exist. */
  appOf(path: string): Hono<Env> | undefined {
    if (!path.startsWith(PREFIX)) return this.#first.app;
    const [name = ''] = path.slice(PREFIX.length).split('/', 1);
    return this.#worlds.get(name)?.app;
  }

  close(): void {
    for (const { close } of [this.#first, ...this.#worlds.values()]) close();
    this.#worlds.clear();
  }

  #serve(name: string, mock: Mock, forwardTo: readonly string[]): ServedWorld {
    const { url: origin, controlToken } = this.#site;
    const path = name === '' ? '' : `${PREFIX}${name}`;
    const url = name === '' ? origin : `${origin}${path}/`;
    const { pathname } = new URL(mock.connection.baseUrl);
    const connection = { ...mock.connection, baseUrl: `${origin}${pathname}` };
    const control = createControlApi(mock, connection, name === '' ? this : undefined);
    const stopDelivering = deliver(mock, forwardTo);
    const slash = name === '' ? '/' : '';
    return {
      name,
      url,
      inspectorUrl: controlToken === undefined ? url : `${url}${slash}#token=${controlToken}`,
      connection,
      mock,
      app: createApp({ ...this.#site, mock, control, path }),
      close: () => {
        control.close();
        stopDelivering();
      },
    };
  }
}
