/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { Duration } from '../../clock.ts';
import { control } from './control-client.ts';
import { type Act, StateButtons } from './state-buttons.tsx';

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
      <Clock now={now} isRunning={isRunning} act={act} />
      <StateButtons act={act} />
      <output class="said">{said}</output>
    </header>
  );
}
