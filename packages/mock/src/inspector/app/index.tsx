/** @jsxImportSource preact */
import { render } from 'preact';
import { useState } from 'preact/hooks';
import type { OutboxMessage } from '../../outbox.ts';
import type { Connection } from '../../settings.ts';
import { Faults } from './faults.tsx';
import { JumpContext, Time } from './json.tsx';
import { LedgerPanel } from './ledger.tsx';
import { Copy } from './panel.tsx';
import { Resources } from './resources.tsx';
import { Timeline } from './timeline.tsx';
import { Toolbar } from './toolbar.tsx';
import { type MockView, useMock } from './use-mock.ts';
import { Webhooks } from './webhooks.tsx';
import { World } from './world.tsx';

/** Codes that were "sent", the newest first. */
function Outbox({ messages }: { readonly messages: readonly OutboxMessage[] }) {
  return (
    <section class="outbox" aria-labelledby="outbox-title">
      <header>
        <h2 id="outbox-title">Outbox</h2>
      </header>
      {messages.length === 0 && <p class="empty">No code was sent.</p>}
      <ul>
        {messages
          .toReversed()
          .slice(0, 20)
          .map(({ at, to, channel, code, credentialId }) => (
            <li key={`${at} ${credentialId}`}>
              <span>
                {to} <small>{channel}</small>
              </span>
              <Time at={at} />
              <code class="otp">{code}</code>
              <Copy text={code} label={`the code for ${to}`} />
            </li>
          ))}
      </ul>
    </section>
  );
}

/** Where the mock is, and a button that copies what a client needs to reach it. */
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

/** The page, in the order of a narrow screen: codes, requests, and then the state. */
function Page({ view }: { readonly view: MockView }) {
  const { overview, log, outbox, events, deliveries, connection, isConnected, isRunning } = view;
  const [text, setText] = useState('');
  const [jumps, setJumps] = useState(0);
  const jump = (to: string) => {
    setText(to);
    setJumps((count) => count + 1);
  };
  return (
    <JumpContext.Provider value={jump}>
      <Toolbar now={overview.now} isRunning={isRunning} isConnected={isConnected} />
      <main>
        <Outbox messages={outbox} />
        <Timeline log={log} now={overview.now} text={text} setText={setText} jumps={jumps} />
        <div class="side">
          <World overview={overview} />
          <Resources panels={view.panels} />
          <Webhooks events={events} deliveries={deliveries} />
          <Faults faults={view.faults} operations={view.operations} />
          <LedgerPanel ledger={view.ledger} />
          <ConnectionLine connection={connection} />
        </div>
      </main>
    </JumpContext.Provider>
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
  return <Page view={view} />;
}

/** Shows the inspector in an element. The mock's server must have served the page. */
export function startInspector(root: HTMLElement | null): void {
  if (root === null) return;
  root.replaceChildren();
  render(<Inspector />, root);
}
