/** @jsxImportSource preact */

import { useState } from 'preact/hooks';
import type { ArmedFault } from '../../faults/fault-list.ts';
import { control } from './control.ts';
import {
  effects,
  type FaultChoice,
  faultOf,
  faultText,
  noChoice,
  responseTexts,
} from './fault-effects.ts';
import { Badge } from './json.tsx';
import { Panel } from './panel.tsx';

type Kind = FaultChoice['kind'];
type Set = (choice: Partial<FaultChoice>) => void;

function EffectFields({ choice, set }: { readonly choice: FaultChoice; readonly set: Set }) {
  const { field } = effects[choice.kind];
  const choose = (kind: Kind) => set({ kind, value: String(effects[kind].field?.initial ?? '') });
  return (
    <>
      <label>
        Effect
        <select
          value={choice.kind}
          onChange={({ currentTarget }) => choose(currentTarget.value as Kind)}
        >
          {Object.entries(effects).map(([kind, { label }]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {field !== undefined && (
        <label>
          {field.label}
          <input
            type="number"
            value={choice.value}
            onInput={({ currentTarget }) => set({ value: currentTarget.value })}
          />
        </label>
      )}
    </>
  );
}

function ResponseFields({ choice, set }: { readonly choice: FaultChoice; readonly set: Set }) {
  const { response } = choice;
  const names = Object.keys(responseTexts) as (keyof typeof responseTexts)[];
  return (
    <>
      {names.map((name) => (
        <label key={name}>
          {responseTexts[name].label}
          <input
            type="text"
            placeholder={responseTexts[name].placeholder}
            value={response[name]}
            onInput={({ currentTarget }) =>
              set({ response: { ...response, [name]: currentTarget.value.trim() } })
            }
          />
        </label>
      ))}
    </>
  );
}

function TargetFields({
  choice,
  set,
  operations,
}: {
  readonly choice: FaultChoice;
  readonly set: Set;
  readonly operations: readonly string[];
}) {
  return (
    <>
      <label>
        Operation
        <input
          type="text"
          list="operations"
          placeholder="any"
          value={choice.operation}
          onInput={({ currentTarget }) => set({ operation: currentTarget.value.trim() })}
        />
      </label>
      <datalist id="operations">
        {operations.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <label>
        Leg
        <select
          value={choice.leg}
          onChange={({ currentTarget }) => set({ leg: currentTarget.value })}
        >
          <option value="">any</option>
          <option value="1">1, unsigned</option>
          <option value="2">2, signed</option>
        </select>
      </label>
      <label>
        Times
        <select
          value={choice.times}
          onChange={({ currentTarget }) => set({ times: currentTarget.value })}
        >
          {['1', '2', '3', '5', 'always'].map((times) => (
            <option key={times} value={times}>
              {times}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

/** Chooses a fault and arms it. */
function FaultForm({ operations }: { readonly operations: readonly string[] }) {
  const [choice, setChoice] = useState(noChoice);
  const [problem, setProblem] = useState('');
  const set: Set = (part) => setChoice((old) => ({ ...old, ...part }));
  const arm = (event: Event) => {
    event.preventDefault();
    const armed = async () => control.arm(faultOf(choice));
    armed().then(
      () => setProblem(''),
      (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
    );
  };
  return (
    <form class="fault-form" onSubmit={arm} noValidate>
      <EffectFields choice={choice} set={set} />
      {choice.kind === 'answer' && <ResponseFields choice={choice} set={set} />}
      <TargetFields choice={choice} set={set} operations={operations} />
      <button type="submit">Arm</button>
      <p class="problem" role="alert">
        {problem.length > 300 ? `${problem.slice(0, 300)}…` : problem}
      </p>
    </form>
  );
}

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
