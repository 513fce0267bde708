/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { OutboxMessage } from '../../outbox.ts';
import { Time } from './json.tsx';

/** A button that copies a text, and says so. */
export function Copy({ text, label }: { readonly text: string; readonly label: string }) {
  const [word, setWord] = useState('Copy');
  const copy = () => {
    const copied =
      navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    copied.then(
      () => setWord('Copied'),
      () => setWord('Select it'),
    );
  };
  return (
    <button
      type="button"
      onClick={copy}
      onBlur={() => setWord('Copy')}
      aria-label={`Copy ${label}`}
    >
      <span aria-live="polite">{word}</span>
    </button>
  );
}

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
