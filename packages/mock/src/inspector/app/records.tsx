/** @jsxImportSource preact */
import { decimalsOf, decimalText, type Fields } from '@org/payments-contract';
import { useState } from 'preact/hooks';
import type { Panel } from '../../engine/panels.ts';
import type { MockEvent } from '../../engine/tables.ts';
import type { WebhookDelivery } from '../../webhooks/tables.ts';
import { control, type MockState } from './follow.ts';
import { Action, Badge, Json, type Tone } from './parts.tsx';

/** One record in a list. */
interface Entry {
  readonly id: string;
  /** The text by which a person recognizes it. */
  readonly name: string;
  readonly state: string | undefined;
  readonly json: unknown;
  /** The id of an event, which can be sent again. */
  readonly eventId?: string;
}

/** A list of records, the newest first. */
interface Section {
  readonly title: string;
  readonly total: number;
  readonly entries: readonly Entry[];
}

/** How many records of a list are shown; the control API has all of them. */
const SHOWN = 50;

const good = /^(?:active|approved|claimed|completed|delivered|duplicate|settled)$/i;
const bad = /^(?:cancelled|closed|exception|expired|failed|not-sent|rejected|revoked)$/i;

function toneOf(state: string): Tone {
  if (good.test(state)) return 'good';
  return bad.test(state) ? 'bad' : 'wait';
}

interface Amount {
  readonly amount: number;
  readonly currency: { readonly code: string; readonly decimals?: number | undefined };
}

function isAmount(value: unknown): value is Amount {
  const { amount, currency } = (value ?? {}) as Partial<Amount>;
  return typeof amount === 'number' && typeof currency?.code === 'string';
}

function amountText({ amount, currency: { code, decimals } }: Amount): string {
  return `${decimalText(amount, decimals ?? decimalsOf(code) ?? 0)} ${code}`;
}

const naming = ['fullName', 'name', 'nickname', 'email', 'documentType', 'last4', 'type'];

/** Returns the words and the first amount by which a person recognizes a record. */
function nameOf(record: Fields): string {
  const words = naming.map((field) => record[field]).filter((word) => typeof word === 'string');
  const amounts = Object.values(record).filter(isAmount).map(amountText);
  return [...words.slice(0, 2), ...amounts.slice(0, 1)].join(', ') || 'Record';
}

/** Returns a table's name as words: `externalAccounts` becomes External accounts. */
function titleOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function sectionOf({ name, total, stateField, records }: Panel): Section {
  const entries = (records as readonly Fields[]).map((record) => {
    const state = record[stateField ?? 'status'];
    return {
      id: String(record.id ?? record.quoteId ?? ''),
      name: nameOf(record),
      state: typeof state === 'string' ? state : undefined,
      json: record,
    };
  });
  return { title: titleOf(name), total, entries: entries.toReversed() };
}

const worstFirst = ['failed', 'not-sent', 'waiting', 'delivered', 'duplicate'] as const;

/**
 * Returns an event's state: the worst of its endpoints' states. If an event was sent to an endpoint
 * again, the last delivery counts.
 *
 * @param deliveries of one event, oldest first
 */
export function eventState(
  deliveries: readonly Pick<WebhookDelivery, 'target' | 'state'>[],
): string {
  const last = new Map(deliveries.map(({ target, state }) => [target, state]));
  return worstFirst.find((state) => [...last.values()].includes(state)) ?? 'no endpoint';
}

function eventEntry(event: MockEvent, all: readonly WebhookDelivery[]): Entry {
  const deliveries = all.filter(({ eventId }) => eventId === event.id);
  const { id, type } = event;
  const json = { ...event, deliveries };
  return { id, name: type, state: eventState(deliveries), json, eventId: id };
}

/** Returns the lists of a mock's state: resources, events, faults and money. */
function sectionsOf({ panels, events, deliveries, faults, ledger }: MockState): Section[] {
  const { balances, postings, postingCount } = ledger;
  const list = (title: string, entries: readonly Entry[], total = entries.length): Section => ({
    ...{ title, total, entries: entries.toReversed() },
  });
  return [
    ...panels.map(sectionOf),
    list(
      'Webhooks',
      events.map((event) => eventEntry(event, deliveries)),
    ),
    list(
      'Faults',
      faults.map((armed) => ({
        ...{ id: `fault ${armed.id}`, name: armed.fault.operation ?? 'any operation' },
        ...{ state: armed.fault.effect.kind, json: armed },
      })),
    ),
    list(
      'Money',
      balances.map(({ currency, ...json }) => {
        const held = json.balances + json.holds + json.fees;
        const state = json.moneyIn - json.moneyOut === held ? undefined : 'not even';
        return { id: currency, name: `${held} ${currency}`, state, json };
      }),
    ),
    list(
      'Postings',
      postings.map((posting) => {
        const { id, amount, currency, purpose } = posting;
        return { id, name: `${amount} ${currency}, ${purpose}`, state: undefined, json: posting };
      }),
      postingCount,
    ),
  ].filter(({ total }) => total > 0);
}

/** Sends an event again, and returns the outcome in a word or two. */
async function sendAgain(eventId: string): Promise<string> {
  const sent = await control.resend(eventId);
  if (sent.length === 0) return 'No endpoint is set';
  return good.test(eventState(sent)) ? 'Delivered' : 'Not acknowledged';
}

interface EntryProps {
  readonly entry: Entry;
  /** Searches the requests. */
  readonly search: (text: string) => void;
}

function EntryLine({ entry, search }: EntryProps) {
  const { id, name, state, json, eventId } = entry;
  const [isOpen, setOpen] = useState(false);
  return (
    <li class="entry" data-id={id}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span class="name">{name}</span>
          {state !== undefined && <Badge state={state} tone={toneOf(state)} />}
        </summary>
        {isOpen && <Json value={json} />}
      </details>
      {id !== '' && (
        <button
          type="button"
          class="link"
          title={`Requests about ${id}`}
          onClick={() => search(id)}
        >
          <code>{id}</code>
          <span class="unseen"> requests</span>
        </button>
      )}
      {eventId !== undefined && (
        <Action word="Send again" about={name} act={() => sendAgain(eventId)} />
      )}
    </li>
  );
}

interface SectionProps {
  readonly section: Section;
  readonly search: (text: string) => void;
}

/** A list that is folded until it is opened. */
function SectionPanel({ section, search }: SectionProps) {
  const { title, total, entries } = section;
  const [isOpen, setOpen] = useState(false);
  const shown = entries.slice(0, SHOWN);
  return (
    <section class="panel" aria-label={title}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <h2>{title}</h2> <span class="facts">{total}</span>
        </summary>
        {isOpen && (
          <ul>
            {shown.map((entry) => (
              <EntryLine key={entry.id} entry={entry} search={search} />
            ))}
          </ul>
        )}
        {total > shown.length && <p class="facts">{total - shown.length} older ones.</p>}
      </details>
    </section>
  );
}

/** The state of the mock: each kind of record as a list, each record as JSON. */
export function Records({
  state,
  search,
}: {
  readonly state: MockState;
  readonly search: (text: string) => void;
}) {
  const sections = sectionsOf(state);
  return (
    <div class="records">
      {sections.length === 0 && (
        <p class="empty">Nothing yet. Add fixtures, or start with --demo.</p>
      )}
      {sections.map((section) => (
        <SectionPanel key={section.title} section={section} search={search} />
      ))}
    </div>
  );
}
