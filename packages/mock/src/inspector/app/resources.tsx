/** @jsxImportSource preact */
import type { Fields } from '@org/payments-contract';
import type { Panel as ResourcePanel } from '../../engine/panels.ts';
import { Badge, IdLink, Json, type Tone } from './json.tsx';
import { amountText, isAmount } from './money.ts';
import { Newest, Panel } from './panel.tsx';

/** Resources with their own section on the page. */
const shownElsewhere = new Set(['customers', 'accounts', 'credentials', 'sessions', 'cards']);
/** Resources that are shown first, even while they are empty. */
const first = ['transactions', 'documents', 'externalAccounts', 'agents'];

const goodStates = /^(?:COMPLETED|ACTIVE|APPROVED|SETTLED|CLAIMED|running)$/;
const badStates = /^(?:FAILED|REJECTED|EXPIRED|CANCELLED|EXCEPTION|CLOSED)$/;

function toneOf(state: string): Tone {
  if (goodStates.test(state)) return 'good';
  return badStates.test(state) ? 'bad' : 'wait';
}

/** Returns a table's name as words: `externalAccounts` becomes External accounts. */
function titleOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const summaryFields = [
  'name',
  'nickname',
  'fullName',
  'documentType',
  'fileName',
  'type',
  'currency',
];

/** Returns the text by which a person recognizes a record. */
function describe(record: Fields): string {
  const amounts = Object.values(record).filter(isAmount).map(amountText);
  const words = summaryFields
    .map((name) => record[name])
    .filter((value) => typeof value === 'string');
  return [...words.slice(0, 2), ...amounts.slice(0, 1)].join(', ');
}

function stateOf(record: Fields, stateField: string | undefined): string | undefined {
  const state = record[stateField ?? 'status'];
  if (typeof state === 'string') return state;
  if (typeof record.isPaused === 'boolean') return record.isPaused ? 'paused' : 'running';
  return undefined;
}

function Record({
  record,
  stateField,
}: {
  readonly record: Fields;
  readonly stateField: string | undefined;
}) {
  const id = String(record.id ?? record.quoteId ?? '');
  const state = stateOf(record, stateField);
  return (
    <li class="record">
      <details>
        <summary>
          <span>{describe(record) || 'Record'}</span>
          {state !== undefined && <Badge state={state} tone={toneOf(state)} />}
        </summary>
        <Json value={record} />
      </details>
      {id !== '' && <IdLink id={id} />}
    </li>
  );
}

/** The records of each resource, the newest first. */
export function Resources({ panels }: { readonly panels: readonly ResourcePanel[] }) {
  const rank = ({ name }: ResourcePanel) => (first.includes(name) ? first.indexOf(name) : Infinity);
  const shown = panels
    .filter(({ name, total }) => !shownElsewhere.has(name) && (total > 0 || first.includes(name)))
    .toSorted((left, right) => (rank(left) === rank(right) ? 0 : rank(left) - rank(right)));
  return (
    <>
      {shown.map(({ name, total, stateField, records }) => (
        <Panel key={name} title={titleOf(name)} count={total} kind={`resource ${name}`}>
          {total === 0 && <p class="empty">None yet.</p>}
          <Newest items={(records as readonly Fields[]).toReversed()} limit={20}>
            {(newest) => (
              <ul>
                {newest.map((record, index) => (
                  <Record
                    key={String(record.id ?? record.quoteId ?? index)}
                    record={record}
                    stateField={stateField}
                  />
                ))}
              </ul>
            )}
          </Newest>
          {total > records.length && <p class="facts">{total - records.length} older ones.</p>}
        </Panel>
      ))}
    </>
  );
}
