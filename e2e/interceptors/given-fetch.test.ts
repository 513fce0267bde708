import { interceptorMatrix } from './interceptor-matrix.ts';
import { partialBody, systemError } from './ledger-service.ts';

interceptorMatrix({
  name: 'a given fetch',
  takes: ['fetch'],
  start: (handle) => ({
    async fetch({ method, url, headers }) {
      const reply = handle({ method, url, header: (field) => headers.get(field) ?? undefined });
      if (reply.kind === 'silence') return await new Promise<never>(() => {});
      if (reply.kind === 'error') {
        throw new TypeError('fetch failed', { cause: systemError(reply.isRefusal) });
      }
      const body =
        reply.kind === 'response' ? reply.text : partialBody({ ...reply, kind: reply.kind });
      return new Response(body, {
        status: reply.status,
        headers: { 'content-type': 'application/json' },
      });
    },
    stop: () => {},
  }),
});
