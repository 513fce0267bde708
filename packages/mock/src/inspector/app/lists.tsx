/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { LoggedRequest } from '../../log/request-log.ts';
import type { MockState } from './follow.ts';

/** How many entries of a list are shown; the control API has all of them. */
const SHOWN = 100;

function Json({ value }: { readonly value: unknown }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
    <pre class="json" tabIndex={0}>
      {JSON.stringify(value, undefined, 2)}
    </pre>
  );
}

/** The time of day of an ISO 8601 text, to the second. */
export function Time({ at }: { readonly at: string }) {
  return <time dateTime={at}>{at.slice(11, 19)}</time>;
}

interface FoldProps {
  readonly summary: ComponentChildren;
  /** Returns what is inside; called only while it is open. */
  readonly inside: () => ComponentChildren;
}

function Fold({ summary, inside }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && inside()}
    </details>
  );
}

/** One request: its outcome, why it was refused, and its bodies and changes as JSON. */
function RequestEntry({ request }: { readonly request: LoggedRequest }) {
  const { operation, leg, method, path, status, decision, at, code, reason } = request;
  const { explanation, requestBody, responseBody, changes, notes } = request;
  return (
    <li class="entry" data-decision={decision}>
      <Fold
        summary={
          <>
            <span class="name">{operation ?? path}</span>
            {code !== undefined && <code class="code">{code}</code>}
            <span class="state">
              {leg === undefined ? '' : `leg ${leg}, `}
              {decision}
            </span>
            <code>{status === 0 ? 'no response' : status}</code>
            <Time at={at} />
          </>
        }
        inside={() => (
          <>
            <code>
              {method} {path}
            </code>
            {explanation !== undefined && (
              <p class="explanation">
                <strong>{reason ?? code ?? 'No response'}</strong> {explanation}
              </p>
            )}
            <Json value={{ requestBody, responseBody, changes, notes }} />
          </>
        )}
      />
    </li>
  );
}

export function Requests({ log }: Pick<MockState, 'log'>) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = log.filter((request) => JSON.stringify(request).toLowerCase().includes(wanted));
  return (
    <section class="requests" aria-labelledby="requests-title">
      <header>
        <h2 id="requests-title">Requests</h2>
        <input
          type="search"
          aria-label="Search requests"
          placeholder="Search, such as an id"
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
        {found
          .slice(-SHOWN)
          .toReversed()
          .map((request) => (
            <RequestEntry key={request.sequence} request={request} />
          ))}
      </ol>
    </section>
  );
}

type Item = Readonly<Record<string, unknown>>;

interface Kind {
  readonly title: string;
  readonly total: number;
  readonly items: readonly Item[];
  readonly stateField?: string | undefined;
}

function kindsOf({ panels, events, deliveries, faults, ledger }: MockState): Kind[] {
  const { balances, postings, postingCount } = ledger;
  const list = (title: string, items: readonly object[], stateField = 'status'): Kind => ({
    ...{ title, total: items.length, items: items as readonly Item[], stateField },
  });
  const delivered = events.map((event) => ({
    ...event,
    deliveries: deliveries.filter(({ eventId }) => eventId === event.id),
  }));
  return [
    ...panels.map(({ name, records, stateField, total }) => ({
      ...list(name, records as readonly Item[], stateField),
      total,
    })),
    list('events', delivered, 'type'),
    list('faults', faults),
    list('balances', balances, 'currency'),
    { ...list('postings', postings, 'purpose'), total: postingCount },
  ].filter(({ total }) => total > 0);
}

function Records({ title, total, items, stateField = '' }: Kind) {
  return (
    <section class="kind" aria-label={title}>
      <Fold
        summary={
          <>
            <h2>{title}</h2> <span class="state">{total}</span>
          </>
        }
        inside={() => (
          <ul>
            {items
              .slice(-SHOWN)
              .toReversed()
              .map((item, index) => (
                <li key={String(item.id ?? index)}>
                  <Fold
                    summary={
                      <>
                        <code class="name">{String(item.id ?? item.quoteId ?? '')}</code>
                        <span class="state">{String(item[stateField] ?? '').toLowerCase()}</span>
                      </>
                    }
                    inside={() => <Json value={item} />}
                  />
                </li>
              ))}
          </ul>
        )}
      />
    </section>
  );
}

export function State({ state }: { readonly state: MockState }) {
  const kinds = kindsOf(state);
  return (
    <div class="kinds">
      {kinds.length === 0 && <p class="empty">Nothing yet. Add fixtures, or start with --demo.</p>}
      {kinds.map((kind) => (
        <Records key={kind.title} {...kind} />
      ))}
    </div>
  );
}
