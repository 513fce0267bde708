import nock from 'nock';
import { intercepted, interceptorSuite } from '../../test/transport/interceptor-suite.ts';

const { origin, path, status, body } = intercepted;

interceptorSuite(
  'nock',
  () => {
    nock(origin).persist().get(path).reply(status, body);
    return () => {
      nock.cleanAll();
      nock.restore();
    };
  },
  { 'the default': true, 'a given fetch': true, undici: false },
);
