/** @jsxImportSource preact */
import type { Connection } from '../../settings.ts';
import { Copy } from './copy.tsx';

/** Where the mock is, and a button that copies what a client needs to reach it. */
export function ConnectionLine({ connection }: { readonly connection: Connection }) {
  const { baseUrl, tokenId, clientSecret } = connection;
  const variables = `PAYMENTS_BASE_URL=${baseUrl}\nPAYMENTS_TOKEN_ID=${tokenId}\nPAYMENTS_CLIENT_SECRET=${clientSecret}\n`;
  return (
    <p class="connection">
      <code>{baseUrl}</code> <Copy text={variables} label="the environment variables of a client" />
      <span>environment of a client</span>
    </p>
  );
}
