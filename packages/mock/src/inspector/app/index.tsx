/** @jsxImportSource preact */
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { OutboxMessage } from '../../log/outbox.ts';
import { awaitChanges, follow, type MockState, readState } from './follow.ts';
import { Requests, State, Time } from './lists.tsx';

/** Codes that were "sent", the newest first. */
function Codes({ messages }: { readonly messages: readonly OutboxMessage[] }) {
  return (
    <section class="codes" aria-labelledby="codes-title">
      <header>
        <h2 id="codes-title">Codes</h2>
      </header>
      {messages.length === 0 && <p class="empty">No code was sent.</p>}
      <ul>
        {messages
          .slice(-10)
          .toReversed()
          .map(({ at, to, channel, code, credentialId }) => (
            <li key={`${at} ${credentialId}`}>
              <span>
                {to} <small>{channel}</small>
              </span>
              <Time at={at} />
              <code class="otp">{code}</code>
            </li>
          ))}
      </ul>
    </section>
  );
}

/** The page, in the order of a narrow screen: codes, requests, and then the state. */
function Page({ state, isLive }: { readonly state: MockState; readonly isLive: boolean }) {
  const { now, connection, outbox, log } = state;
  return (
    <>
      <header class="toolbar">
        <h1>Payments mock</h1>
        <span class={isLive ? 'live' : 'live off'}>{isLive ? 'live' : 'not connected'}</span>
        <time dateTime={now}>
          {now.slice(0, 10)} {now.slice(11, 19)} UTC
        </time>
        <code>{connection.baseUrl}</code>
      </header>
      <main>
        <Codes messages={outbox} />
        <Requests log={log} />
        <State state={state} />
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
