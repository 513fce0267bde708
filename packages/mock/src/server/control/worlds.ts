import type { Fields } from '@org/payments-contract';
import type { Hono } from 'hono';
import * as z from 'zod/mini';
import type { FixtureSet } from '../../mock.ts';
import { checked } from '../../usage-error.ts';
import { reachedBy } from '../access.ts';
import type { World, WorldOptions, Worlds } from '../world.ts';
import { readJson } from './input.ts';

const inProcess = ['sleep', 'outcomes', 'checkResponses', 'baseUrl', 'state'] as const;

const isPlain = (options: Fields) => inProcess.every((name) => !(name in options));

const text = z.string('must be a string');
/** The other options are checked by the mock itself, which names those that exist. */
const worldBody = z.looseObject({
  name: z.optional(text),
  forwardTo: z.optional(z.array(text, 'must be a list of URLs')),
  now: z.optional(z.union([z.string(), z.number()], { error: 'must be a point in time' })),
});

/** What a world's user needs: its addresses, credentials and public keys. */
function shown(request: Request, { name, connection, mock, ...addresses }: World): Fields {
  return {
    name,
    url: reachedBy(request, addresses.url),
    inspectorUrl: reachedBy(request, addresses.inspectorUrl),
    connection: { ...connection, baseUrl: reachedBy(request, connection.baseUrl) },
    webhookPublicKey: mock.webhooks.publicKey,
    codeKey: mock.codeKey,
  };
}

export function worldRoutes(app: Hono, worlds: Worlds): void {
  app.get('/worlds', (context) =>
    context.json(worlds.all.map((one) => shown(context.req.raw, one))),
  );
  app.post('/worlds', async (context) => {
    const { fixtures, ...body } = await readJson(context.req.raw);
    const options = checked(
      'The world was not added',
      worldBody.check(z.refine(isPlain, `cannot have ${inProcess.join(', ')} over HTTP`)),
      body,
    );
    const world = worlds.add(options as WorldOptions);
    try {
      const loaded = fixtures === undefined ? {} : await world.mock.load(fixtures as FixtureSet);
      return context.json({ ...shown(context.req.raw, world), fixtures: loaded }, 201);
    } catch (error) {
      worlds.remove(world.name);
      throw error;
    }
  });
  app.delete('/worlds/:name', (context) => {
    const name = context.req.param('name');
    if (worlds.remove(name)) return context.body(null, 204);
    return context.json({ message: `The world ${name} does not exist.` }, 404);
  });
}
