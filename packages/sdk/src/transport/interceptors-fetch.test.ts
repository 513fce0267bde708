import { intercepted, interceptorSuite, refused } from '../../test/transport/interceptor-suite.ts';

const { status, body } = intercepted;

interceptorSuite(
  'a replaced globalThis.fetch',
  (onChange) => {
    const original = globalThis.fetch;
    globalThis.fetch = async (input) => {
      if ((input as Request).method === 'GET') return Response.json(body, { status });
      onChange();
      throw new TypeError('fetch failed', { cause: refused() });
    };
    return () => {
      globalThis.fetch = original;
    };
  },
  { 'the default': 'leaves', 'a given fetch': 'takes', undici: 'leaves' },
);
