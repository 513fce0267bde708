import type { HttpResponse, http } from 'msw';
import type { setupServer } from 'msw/node';
import { ORIGIN, type Tool } from './interceptor-matrix.ts';
import { partialBody } from './ledger-service.ts';

/** The parts of Mock Service Worker that both versions have. */
export interface Msw {
  readonly http: Pick<typeof http, 'all'>;
  readonly HttpResponse: typeof HttpResponse;
  readonly setupServer: typeof setupServer;
}

/** A version of Mock Service Worker as a tool of the matrix. */
export function mswTool(
  name: string,
  quirks: Pick<Tool, 'connects' | 'deliversWhole'>,
  { http, HttpResponse, setupServer }: Msw,
): Tool {
  return {
    name,
    ...quirks,
    takes: ['node:http', 'fetch'],
    start(handle) {
      const server = setupServer(
        http.all(new RegExp(`^${ORIGIN}/`), async ({ request }) => {
          await request.text();
          const { method, url, headers } = request;
          const reply = handle({ method, url, header: (field) => headers.get(field) ?? undefined });
          if (reply.kind === 'silence') return await new Promise<never>(() => {});
          // Mock Service Worker has one network error for every cause.
          if (reply.kind === 'error') return HttpResponse.error();
          const body =
            reply.kind === 'response' ? reply.text : partialBody({ ...reply, kind: reply.kind });
          return new HttpResponse(body, {
            status: reply.status,
            headers: { 'content-type': 'application/json' },
          });
        }),
      );
      server.listen();
      return { stop: () => server.close() };
    },
  };
}
