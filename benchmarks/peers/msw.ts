import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { MswModule } from '../lib/peers.ts';

/** Intercepts requests to a URL with one handler. */
export const intercept: MswModule['intercept'] = (url, body) => {
  const server = setupServer(http.get(url, () => HttpResponse.json(body as object)));
  server.listen();
  return () => server.close();
};
