import { HttpResponse, http } from 'msw-2';
import { setupServer } from 'msw-2/node';
import { intercepted, interceptorSuite } from '../../test/transport/interceptor-suite.ts';

const { origin, path, status, body } = intercepted;

interceptorSuite(
  'MSW 2',
  () => {
    const server = setupServer(http.get(origin + path, () => HttpResponse.json(body, { status })));
    server.listen();
    return () => server.close();
  },
  { 'the default': true, 'a given fetch': true, undici: false },
);
