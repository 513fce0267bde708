/** @jsxImportSource preact */
import { useRef, useState } from 'preact/hooks';
import type { Duration } from '../../clock.ts';
import type { Snapshot } from '../../store/store.ts';
import { control } from './control.ts';
import type { Act } from './use-mock.ts';

/** Lets the browser save a snapshot as a file, named by its time. */
function saveAsFile(snapshot: Snapshot): void {
  const time = new Date(snapshot.now).toISOString().slice(0, 19).replaceAll(':', '-');
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(snapshot)], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = `payments-mock-${time}.json`;
  link.click();
  URL.revokeObjectURL(url);
}

/**
 * Returns the JSON value in a file. The server checks whether it is a snapshot.
 *
 * @throws Error for a file that does not contain JSON
 */
async function readFromFile(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text());
  } catch (cause) {
    throw new Error(`${file.name} does not contain valid JSON.`, { cause });
  }
}

/** Buttons that take a snapshot into the page, and restore it. */
function PageSnapshot({ act }: { readonly act: Act }) {
  const [snapshot, setSnapshot] = useState<Snapshot>();
  const take = async () => setSnapshot(await control.snapshot());
  const time = snapshot && new Date(snapshot.now).toISOString().slice(11, 19);
  return (
    <>
      <button type="button" onClick={() => act('Snapshot taken', take)}>
        Snapshot
      </button>
      <button
        type="button"
        disabled={snapshot === undefined}
        onClick={() => snapshot && act('Restored', () => control.restore(snapshot))}
      >
        {time === undefined ? 'Restore' : `Restore ${time}`}
      </button>
    </>
  );
}

/** Buttons that save the state as a file, and load it from one. */
function FileSnapshot({ act }: { readonly act: Act }) {
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File) => control.restore(await readFromFile(file));
  return (
    <>
      <button
        type="button"
        onClick={() => act('Exported', async () => saveAsFile(await control.snapshot()))}
      >
        Export
      </button>
      <button type="button" onClick={() => input.current?.click()}>
        Import
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label="Snapshot to import"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) act(`Imported ${file.name}`, () => take(file));
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** A button that resets the mock when pressed twice. */
function Reset({ act }: { readonly act: Act }) {
  const [isSure, setSure] = useState(false);
  const press = () => {
    if (isSure) act('Reset', () => control.reset());
    setSure(!isSure);
  };
  return (
    <button type="button" class="danger" onClick={press} onBlur={() => setSure(false)}>
      {isSure ? 'Really reset?' : 'Reset'}
    </button>
  );
}

/** Snapshots in the page and in files, and the reset. */
function StateButtons({ act }: { readonly act: Act }) {
  return (
    <fieldset class="state">
      <legend class="unseen">State of the mock</legend>
      <PageSnapshot act={act} />
      <FileSnapshot act={act} />
      <Reset act={act} />
    </fieldset>
  );
}

const moves: readonly (readonly [label: string, spoken: string, by: Duration])[] = [
  ['−1 h', 'Back one hour', { hours: -1 }],
  ['−1 min', 'Back one minute', { minutes: -1 }],
  ['+1 min', 'Forward one minute', { minutes: 1 }],
  ['+5 min', 'Forward five minutes', { minutes: 5 }],
  ['+15 min', 'Forward fifteen minutes', { minutes: 15 }],
  ['+1 h', 'Forward one hour', { hours: 1 }],
  ['+1 day', 'Forward one day', { days: 1 }],
];

interface ClockProps {
  readonly now: string;
  /** A clock that runs is not read out each second. */
  readonly isRunning: boolean;
  readonly act: Act;
}

/** The mock's time, and buttons to move it. */
function Clock({ now, isRunning, act }: ClockProps) {
  return (
    <fieldset class="clock">
      <legend class="unseen">Clock of the mock</legend>
      <time dateTime={now} aria-live={isRunning ? 'off' : 'polite'}>
        {now.slice(0, 10)} <strong>{now.slice(11, 19)}</strong> UTC
      </time>
      {moves.map(([label, spoken, by]) => (
        <button key={label} type="button" onClick={() => act(spoken, () => control.advance(by))}>
          {label}
          <span class="unseen"> {spoken}</span>
        </button>
      ))}
    </fieldset>
  );
}

interface ToolbarProps {
  readonly now: string;
  readonly isRunning: boolean;
  readonly isConnected: boolean;
}

/** The actions on the mock, and the result of the last one. */
export function Toolbar({ now, isRunning, isConnected }: ToolbarProps) {
  const [message, setSaid] = useState('');
  const act: Act = (what, step) => {
    step().then(
      () => setSaid(what),
      (error: unknown) => setSaid(error instanceof Error ? error.message : String(error)),
    );
  };
  return (
    <header class="toolbar">
      <h1>Payments mock</h1>
      <span class={isConnected ? 'live' : 'live off'}>
        {isConnected ? 'live' : 'not connected'}
      </span>
      <Clock now={now} isRunning={isRunning} act={act} />
      <StateButtons act={act} />
      <output class="said">{message}</output>
    </header>
  );
}
