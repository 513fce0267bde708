import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { intercepted, interceptorSuite } from '../../test/transport/interceptor-suite.ts';

const { origin, path, status, body, change } = intercepted;

interceptorSuite(
  'MSW 3',
  (onChange) => {
    const server = setupServer(
      http.get(origin + path, () => HttpResponse.json(body, { status })),
      http.post(origin + change, () => {
        onChange();
        return HttpResponse.error();
      }),
    );
    server.listen();
    return () => server.close();
  },
  // It replaces connections below undici too, without taking requests there.
  { 'the default': 'takes', 'a given fetch': 'takes', undici: 'connects' },
);
