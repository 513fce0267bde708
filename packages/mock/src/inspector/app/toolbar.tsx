/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { Duration } from '../../clock.ts';
import type { Snapshot } from '../../store/snapshot.ts';
import { control } from './control-client.ts';

const moves: readonly (readonly [label: string, spoken: string, by: Duration])[] = [
  ['−1 h', 'One hour back', { hours: -1 }],
  ['−1 min', 'One minute back', { minutes: -1 }],
  ['+1 min', 'One minute on', { minutes: 1 }],
  ['+5 min', 'Five minutes on', { minutes: 5 }],
  ['+15 min', 'Fifteen minutes on', { minutes: 15 }],
  ['+1 h', 'One hour on', { hours: 1 }],
  ['+1 day', 'One day on', { days: 1 }],
];

type Act = (what: string, step: () => Promise<unknown>) => void;

/** The mock's time, and buttons to move it. */
function Clock({ now, act }: { readonly now: string; readonly act: Act }) {
  return (
    <fieldset class="clock">
      <legend class="unseen">Clock of the mock</legend>
      <time dateTime={now} aria-live="polite">
        {now.slice(0, 10)} <strong>{now.slice(11, 19)}</strong> UTC
      </time>
      {moves.map(([label, spoken, by]) => (
        <button
          key={label}
          type="button"
          aria-label={spoken}
          onClick={() => act(spoken, () => control.advance(by))}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

/** Snapshot, restore and reset. */
function StateButtons({ act }: { readonly act: Act }) {
  const [snapshot, setSnapshot] = useState<Snapshot>();
  const [isSure, setSure] = useState(false);
  const take = async () => setSnapshot(await control.snapshot());
  const reset = () => {
    if (isSure) act('Reset', () => control.reset());
    setSure(!isSure);
  };
  return (
    <fieldset class="state">
      <legend class="unseen">State of the mock</legend>
      <button type="button" onClick={() => act('Snapshot taken', take)}>
        Snapshot
      </button>
      <button
        type="button"
        disabled={snapshot === undefined}
        onClick={() => snapshot && act('Restored', () => control.restore(snapshot))}
      >
        {snapshot === undefined
          ? 'Restore'
          : `Restore ${new Date(snapshot.now).toISOString().slice(11, 19)}`}
      </button>
      <button type="button" class="danger" onClick={reset} onBlur={() => setSure(false)}>
        {isSure ? 'Really reset?' : 'Reset'}
      </button>
    </fieldset>
  );
}

/** What one does to the mock, and what came of the last of it. */
export function Toolbar({
  now,
  isConnected,
}: {
  readonly now: string;
  readonly isConnected: boolean;
}) {
  const [said, setSaid] = useState('');
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
      <Clock now={now} act={act} />
      <StateButtons act={act} />
      <output class="said">{said}</output>
    </header>
  );
}
