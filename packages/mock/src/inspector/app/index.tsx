/** @jsxImportSource preact */
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { OutboxMessage } from '../../outbox.ts';
import { awaitChanges, follow, type MockState, readState } from './follow.ts';
import { Copy, Time } from './parts.tsx';
import { Records } from './records.tsx';
import { Timeline } from './timeline.tsx';

/** Codes that were "sent", the newest first. */
function Outbox({ messages }: { readonly messages: readonly OutboxMessage[] }) {
  return (
    <section class="outbox" aria-labelledby="outbox-title">
      <header>
        <h2 id="outbox-title">Codes</h2>
      </header>
      {messages.length === 0 && <p class="empty">No code was sent.</p>}
      <ul>
        {messages
          .toReversed()
          .slice(0, 10)
          .map(({ at, to, channel, code, credentialId }) => (
            <li key={`${at} ${credentialId}`}>
              <span>
                {to} <small>{channel}</small>
              </span>
              <Time at={at} />
              <code class="otp">{code}</code>
              <Copy text={code} about={`the code for ${to}`} />
            </li>
          ))}
      </ul>
    </section>
  );
}

/** The mock's name, time and address, and a button that copies what a client needs to reach it. */
function Header({ state, isLive }: { readonly state: MockState; readonly isLive: boolean }) {
  const { now, connection } = state;
  const { baseUrl, tokenId, clientSecret } = connection;
  const variables = `PAYMENTS_BASE_URL=${baseUrl}\nPAYMENTS_TOKEN_ID=${tokenId}\nPAYMENTS_CLIENT_SECRET=${clientSecret}\n`;
  return (
    <header class="toolbar">
      <h1>Payments mock</h1>
      <span class={isLive ? 'live' : 'live off'}>{isLive ? 'live' : 'not connected'}</span>
      <time dateTime={now}>
        {now.slice(0, 10)} {now.slice(11, 19)} UTC
      </time>
      <p>
        <code>{baseUrl}</code> <Copy text={variables} about="the environment of a client" />
      </p>
    </header>
  );
}

/** The page, in the order of a narrow screen: codes, requests, and then the state. */
function Page({ state, isLive }: { readonly state: MockState; readonly isLive: boolean }) {
  const [search, setSearch] = useState('');
  return (
    <>
      <Header state={state} isLive={isLive} />
      <main>
        <Outbox messages={state.outbox} />
        <Timeline log={state.log} now={state.now} search={search} setSearch={setSearch} />
        <Records state={state} search={setSearch} />
      </main>
    </>
  );
}

function Inspector() {
  const [known, setKnown] = useState<MockState | 'refused'>();
  const [isLive, setLive] = useState(true);
  useEffect(() => {
    const stopping = new AbortController();
    const show = (state: MockState | 'refused' | undefined) => {
      setLive(state !== undefined);
      if (state !== undefined) setKnown(state);
    };
    void follow({ read: readState, awaitChanges }, show, stopping.signal);
    return () => stopping.abort();
  }, []);
  if (known === undefined) return <p class="empty">Starting the inspector…</p>;
  if (known === 'refused') {
    return (
      <p class="empty" role="alert">
        This mock can be reached from other machines, so its inspector needs a token. Open the
        address that the mock printed when it started: it ends in <code>#token=…</code>.
      </p>
    );
  }
  return <Page state={known} isLive={isLive} />;
}

/** Shows the inspector in an element. The mock's server must have served the page. */
export function startInspector(root: HTMLElement | null): void {
  if (root === null) return;
  root.replaceChildren();
  render(<Inspector />, root);
}
