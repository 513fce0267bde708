import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { intercepted, interceptorSuite } from '../../test/transport/interceptor-suite.ts';

const { origin, path, status, body } = intercepted;

interceptorSuite(
  'MSW 3',
  () => {
    const server = setupServer(http.get(origin + path, () => HttpResponse.json(body, { status })));
    server.listen();
    return () => server.close();
  },
  { 'the default': true, 'a given fetch': true, undici: false },
);
