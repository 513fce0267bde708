/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { LoggedRequest } from '../../request-log.ts';
import { Badge, Json, Time, type Tone } from './parts.tsx';
import { isRead, lastOf, type Story, type StoryState, storiesOf } from './stories.ts';

const states: Readonly<Record<StoryState, readonly [words: string, tone: Tone]>> = {
  applied: ['signed and applied', 'good'],
  'applied-reply-lost': ['applied, response lost', 'bad'],
  answered: ['done', 'plain'],
  waiting: ['waits for the signature', 'wait'],
  expired: ['never signed, expired', 'plain'],
  refused: ['refused', 'bad'],
  failed: ['failed', 'bad'],
  lost: ['response lost', 'bad'],
};

/** How many stories are shown; a search looks through all of them. */
const SHOWN = 100;

/** One request: its outcome, why it was refused, and its bodies and changes as JSON. */
function Request({ request }: { readonly request: LoggedRequest }) {
  const { leg, method, path, status, code, reason, explanation, notes } = request;
  const { requestBody, responseBody, changes } = request;
  const { payloadToSign } = (responseBody ?? {}) as { readonly payloadToSign?: unknown };
  const parts: readonly (readonly [title: string, value: unknown])[] = [
    ['Request body', requestBody],
    ['What was to be signed', payloadToSign],
    ['What changed', changes.length === 0 ? undefined : changes],
    ['Response body', responseBody],
  ];
  return (
    <li>
      <h3>
        {leg === undefined ? 'Request' : `Leg ${leg}`} <Time at={request.at} />{' '}
        <strong>{status === 0 ? 'no response' : status}</strong>
      </h3>
      <code class="path">
        {method} {path}
      </code>
      {explanation !== undefined && (
        <p class="explanation">
          <strong>{reason ?? code ?? 'No response'}</strong> {explanation}
        </p>
      )}
      {notes.map((note) => (
        <p key={note} class="facts">
          {note}
        </p>
      ))}
      {parts
        .filter(([, value]) => value !== undefined)
        .map(([title, value]) => (
          <figure key={title}>
            <figcaption>{title}</figcaption>
            <Json value={value} />
          </figure>
        ))}
    </li>
  );
}

/** One story, folded until it is opened. */
function StoryEntry({ story }: { readonly story: Story }) {
  const [isOpen, setOpen] = useState(false);
  const { requests, state } = story;
  const [words, tone] = states[state];
  const { operation, code, at } = lastOf(story);
  return (
    <li class={`entry ${tone}`} data-state={state}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span class="name">{operation ?? requests[0].path}</span>
          {code !== undefined && <code class="code">{code}</code>}
          <Badge state={words} tone={tone} />
          <span class="statuses">
            {requests.map(({ status }) => (status === 0 ? '–' : status)).join(' → ')}
          </span>
          <Time at={at} />
        </summary>
        {isOpen && (
          <ol class="requests">
            {requests.map((request) => (
              <Request key={request.sequence} request={request} />
            ))}
          </ol>
        )}
      </details>
    </li>
  );
}

interface TimelineProps {
  readonly log: readonly LoggedRequest[];
  /** The mock's time, ISO 8601. */
  readonly now: string;
  /** What to search for in the requests. */
  readonly search: string;
  readonly setSearch: (search: string) => void;
}

/** Every request, the newest first; those of a signed change are one entry. */
export function Timeline({ log, now, search, setSearch }: TimelineProps) {
  const [hidesReads, setHidesReads] = useState(false);
  const wanted = search.trim().toLowerCase();
  const found = storiesOf(log, now).filter(
    (story) =>
      !(hidesReads && isRead(story)) &&
      (wanted === '' || JSON.stringify(story).toLowerCase().includes(wanted)),
  );
  return (
    <section class="timeline" aria-labelledby="timeline-title">
      <header>
        <h2 id="timeline-title">Requests</h2>
        <label>
          <input
            type="checkbox"
            checked={hidesReads}
            onChange={({ currentTarget }) => setHidesReads(currentTarget.checked)}
          />{' '}
          Hide reads
        </label>
        <input
          type="search"
          aria-label="Search requests"
          placeholder="Search, such as refused"
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      </header>
      {found.length === 0 && (
        <p class="empty">
          {log.length === 0 ? 'No request has arrived yet.' : 'No request matches.'}
        </p>
      )}
      <ol>
        {found.slice(0, SHOWN).map((story) => (
          <StoryEntry key={story.key} story={story} />
        ))}
      </ol>
      {found.length > SHOWN && <p class="empty">{found.length - SHOWN} older ones.</p>}
    </section>
  );
}
