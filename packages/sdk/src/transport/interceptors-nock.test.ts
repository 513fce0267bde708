import nock from 'nock';
import { intercepted, interceptorSuite, refused } from '../../test/transport/interceptor-suite.ts';

const { origin, path, status, body, change } = intercepted;

interceptorSuite(
  'nock',
  (onChange) => {
    nock(origin).persist().get(path).reply(status, body);
    nock(origin)
      .persist()
      .post(change)
      .reply((_uri, _body, callback) => {
        onChange();
        callback(refused(), [500, '', {}]);
      });
    return () => {
      nock.cleanAll();
      nock.restore();
    };
  },
  { 'the default': 'takes', 'a given fetch': 'takes', undici: 'leaves' },
);
