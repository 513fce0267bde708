/** @jsxImportSource preact */
import type { Duration } from '../../clock.ts';
import type { Act } from './act.ts';
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

interface ClockProps {
  readonly now: string;
  /** A clock that runs is not read out each second. */
  readonly isRunning: boolean;
  readonly act: Act;
}

/** The mock's time, and buttons to move it. */
export function Clock({ now, isRunning, act }: ClockProps) {
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
