/** @jsxImportSource preact */
import { render } from 'preact';
import type { Connection } from '../../settings.ts';
import { Copy, Outbox } from './outbox.tsx';
import { Timeline } from './timeline.tsx';
import { Toolbar } from './toolbar.tsx';
import { useMock } from './use-mock.ts';
import { Webhooks } from './webhooks.tsx';
import { World } from './world.tsx';

function ConnectionLine({ connection }: { readonly connection: Connection }) {
  const { baseUrl, tokenId, clientSecret } = connection;
  const variables = `PAYMENTS_BASE_URL=${baseUrl}\nPAYMENTS_TOKEN_ID=${tokenId}\nPAYMENTS_CLIENT_SECRET=${clientSecret}\n`;
  return (
    <p class="connection">
      <code>{baseUrl}</code> <Copy text={variables} label="the environment variables of a client" />
      <span>environment of a client</span>
    </p>
  );
}

function Inspector() {
  const view = useMock();
  if (view === 'starting') return <p class="starting">Starting the inspector…</p>;
  if (view === 'refused') {
    return (
      <p class="starting" role="alert">
        This mock can be reached from other machines, so its inspector needs a token. Open the
        address that the mock printed when it started: it ends in <code>#token=…</code>.
      </p>
    );
  }
  const { overview, log, outbox, events, deliveries, connection, isConnected } = view;
  return (
    <>
      <Toolbar now={overview.now} isConnected={isConnected} />
      <main>
        <Timeline log={log} />
        <div class="side">
          <ConnectionLine connection={connection} />
          <Outbox messages={outbox} />
          <Webhooks events={events} deliveries={deliveries} />
          <World overview={overview} />
        </div>
      </main>
    </>
  );
}

/** Shows the inspector in an element. The page must be of the mock's server. */
export function startInspector(root: HTMLElement | null): void {
  if (root === null) return;
  root.replaceChildren();
  render(<Inspector />, root);
}
