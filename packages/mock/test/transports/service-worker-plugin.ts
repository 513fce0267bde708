import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const PATH = '/mockServiceWorker.js';

/**
 * Serves the worker script of the installed msw to browser tests, so that no copy is kept here, and
 * prepares its modules, some of which are CommonJS.
 */
export function mswServiceWorker(): Plugin {
  const file = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
  return {
    name: 'msw-service-worker',
    config: () => ({
      resolve: { conditions: ['module', 'browser'] },
      optimizeDeps: { include: ['msw', 'msw/browser'] },
    }),
    configureServer(server) {
      server.middlewares.use((incoming, outgoing, next) => {
        if (incoming.url?.split('?')[0] !== PATH) return next();
        outgoing.setHeader('Content-Type', 'text/javascript');
        createReadStream(file).pipe(outgoing);
      });
    },
  };
}
