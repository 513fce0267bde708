/** @jsxImportSource preact */
import type { OutboxMessage } from '../../outbox.ts';
import { Copy } from './copy.tsx';
import { Time } from './json.tsx';

/** Codes that were "sent", the newest first. */
export function Outbox({ messages }: { readonly messages: readonly OutboxMessage[] }) {
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
