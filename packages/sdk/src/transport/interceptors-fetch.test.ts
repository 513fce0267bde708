import { intercepted, interceptorSuite } from '../../test/transport/interceptor-suite.ts';

const { status, body } = intercepted;

interceptorSuite(
  'a replaced globalThis.fetch',
  () => {
    const original = globalThis.fetch;
    globalThis.fetch = async () => Response.json(body, { status });
    return () => {
      globalThis.fetch = original;
    };
  },
  { 'the default': false, 'a given fetch': true, undici: false },
);
