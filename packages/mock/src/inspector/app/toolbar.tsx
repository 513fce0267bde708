/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { Act } from './act.ts';
import { Clock } from './clock.tsx';
import { StateButtons } from './state-buttons.tsx';

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
