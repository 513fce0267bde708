/** @jsxImportSource preact */
import type { ArmedFault } from '../../faults/fault-list.ts';
import { control } from './control.ts';
import { faultText } from './fault-effects.ts';
import { FaultForm } from './fault-form.tsx';
import { Badge } from './json.tsx';
import { Panel } from './panel.tsx';

/** Returns whether a fault has had all its effects. */
function isSpent({ fault, struck }: ArmedFault): boolean {
  const { times = 1 } = fault;
  return times !== 'always' && struck >= times;
}

function Armed({ armed }: { readonly armed: ArmedFault }) {
  const { id, fault, seen, struck } = armed;
  const text = faultText(fault);
  return (
    <li class="armed">
      <span>
        {text}
        <small>
          {' '}
          {struck} of {seen} matching {seen === 1 ? 'request' : 'requests'} struck
        </small>
      </span>
      {isSpent(armed) ? <Badge state="spent" tone="plain" /> : <Badge state="armed" tone="bad" />}
      <button
        type="button"
        aria-label={`Remove: ${text}`}
        onClick={() => void control.disarm(id).catch(() => undefined)}
      >
        Remove
      </button>
    </li>
  );
}

/** The armed faults, the newest first, and a form to arm another one. */
export function Faults({
  faults,
  operations,
}: {
  readonly faults: readonly ArmedFault[];
  readonly operations: readonly string[];
}) {
  return (
    <Panel title="Faults" count={faults.length} kind="faults" isOpen={faults.length > 0}>
      <FaultForm operations={operations} />
      <ul>
        {faults.toReversed().map((armed) => (
          <Armed key={armed.id} armed={armed} />
        ))}
      </ul>
    </Panel>
  );
}
