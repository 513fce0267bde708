import { nodeHandler } from '@org/payments-relay/node';
import react from '@vitejs/plugin-react';
import { defineConfig, type PreviewServer, type ViteDevServer } from 'vite';
import { relay } from './relay.ts';

/** In your app the relay is a route of your own server. */
const serve = ({ middlewares }: PreviewServer | ViteDevServer) => {
  const handle = nodeHandler(relay);
  middlewares.use((request, response, next) =>
    request.url?.startsWith('/api/wallet/') ? void handle(request, response) : next(),
  );
};

export default defineConfig({
  plugins: [react(), { name: 'relay', configureServer: serve, configurePreviewServer: serve }],
});
