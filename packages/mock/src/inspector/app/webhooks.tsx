/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { MockEvent } from '../../engine/tables.ts';
import type { DeliveryState, WebhookDelivery } from '../../webhooks/tables.ts';
import { control } from './control.ts';
import { Badge, Json, Time, type Tone } from './json.tsx';
import { Newest, Panel } from './panel.tsx';

const order: readonly DeliveryState[] = ['failed', 'not-sent', 'waiting', 'delivered', 'duplicate'];

/**
 * Returns an event's state: the worst of its endpoints' states. If an event was sent to an endpoint
 * again, the last delivery counts.
 *
 * @param deliveries of one event, oldest first
 */
export function stateOf(
  deliveries: readonly Pick<WebhookDelivery, 'target' | 'state'>[],
): DeliveryState | undefined {
  const last = new Map(deliveries.map(({ target, state }) => [target, state]));
  return order.find((state) => [...last.values()].includes(state));
}

const tones: Readonly<Record<DeliveryState, Tone>> = {
  delivered: 'good',
  duplicate: 'good',
  waiting: 'wait',
  failed: 'bad',
  'not-sent': 'bad',
};

/** One delivery: where it went, how each attempt ended, and when the next one is. */
function Delivery({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { target, state, attempts, nextAttemptAt, explanation } = delivery;
  return (
    <li class="delivery">
      <p>
        <code>{target}</code> <Badge state={state} tone={tones[state]} />
      </p>
      {explanation !== undefined && <p class="note">{explanation}</p>}
      {attempts.length > 0 && (
        <ol>
          {attempts.map(({ at, status, error, body }, index) => (
            <li key={`${at} ${index}`}>
              <Time at={at} /> <strong>{status ?? 'no response'}</strong>{' '}
              <span class="facts">{error ?? body}</span>
            </li>
          ))}
        </ol>
      )}
      {nextAttemptAt !== undefined && (
        <p class="facts">
          next attempt at <Time at={nextAttemptAt} />
        </p>
      )}
    </li>
  );
}

/** Returns the outcome of sending an event again, in a word or two. */
function resultOf(sent: readonly WebhookDelivery[]): string {
  if (sent.length === 0) return 'No endpoint is set';
  const isFine = sent.every(({ state }) => state === 'delivered' || state === 'duplicate');
  return isFine ? 'Delivered' : 'Not acknowledged';
}

/** A button that delivers an event again, and shows the outcome. */
function Resend({ event }: { readonly event: MockEvent }) {
  const [word, setWord] = useState('Send again');
  const send = () => {
    setWord('Sending…');
    control.resend(event.id).then(
      (sent) => setWord(resultOf(sent)),
      () => setWord('It failed'),
    );
  };
  return (
    <button type="button" onClick={send}>
      <span aria-live="polite">{word}</span>
      <span class="unseen"> {event.type}</span>
    </button>
  );
}

function EventCard({
  event,
  deliveries,
}: {
  readonly event: MockEvent;
  readonly deliveries: readonly WebhookDelivery[];
}) {
  const state = stateOf(deliveries);
  return (
    <li class={`event ${state === undefined ? '' : tones[state]}`} data-type={event.type}>
      <details>
        <summary>
          <span class="operation">{event.type}</span>
          {state === undefined ? (
            <span class="facts">no endpoint</span>
          ) : (
            <Badge state={state} tone={tones[state]} />
          )}
          <Time at={event.timestamp} />
        </summary>
        <div class="steps">
          <p>
            <code>{event.id}</code> <Resend event={event} />
          </p>
          {deliveries.length > 0 && (
            <ul>
              {deliveries.map((delivery) => (
                <Delivery key={delivery.id} delivery={delivery} />
              ))}
            </ul>
          )}
          <Json value={event} />
        </div>
      </details>
    </li>
  );
}

/** Events with their deliveries, the newest first. */
export function Webhooks({
  events,
  deliveries,
}: {
  readonly events: readonly MockEvent[];
  readonly deliveries: readonly WebhookDelivery[];
}) {
  return (
    <Panel title="Webhooks" count={events.length} kind="webhooks">
      {events.length === 0 && <p class="empty">No event yet.</p>}
      <Newest items={events.toReversed()} limit={20}>
        {(newest) => (
          <ol class="stories">
            {newest.map((event) => (
              <EventCard
                key={event.id}
                event={event}
                deliveries={deliveries.filter(({ eventId }) => eventId === event.id)}
              />
            ))}
          </ol>
        )}
      </Newest>
    </Panel>
  );
}
