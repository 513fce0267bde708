/** @jsxImportSource preact */
import type { Duration } from '../../clock.ts';
import type { Act } from './act.ts';
import { control } from './control.ts';

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
