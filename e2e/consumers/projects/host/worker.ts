import relay from './relay-app.ts';
import { signedChange } from './signed-change.ts';
import webhooks from './webhooks-app.ts';

/** Both parts, and a signed change: its cryptography is the runtime's. */
export default {
  async fetch(request: Request, env: unknown, context: never): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === '/webhooks') return webhooks.fetch(request, env, context);
    if (pathname !== '/change') return relay.fetch(request);
    await signedChange();
    return new Response('changed');
  },
};
