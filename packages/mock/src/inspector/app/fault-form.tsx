/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { control } from './control.ts';
import { effects, type FaultChoice, faultOf, noChoice } from './fault-effects.ts';

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
export function FaultForm({ operations }: { readonly operations: readonly string[] }) {
  const [choice, setChoice] = useState(noChoice);
  const [problem, setProblem] = useState('');
  const set: Set = (part) => setChoice((old) => ({ ...old, ...part }));
  const arm = (event: Event) => {
    event.preventDefault();
    control.arm(faultOf(choice)).then(
      () => setProblem(''),
      (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
    );
  };
  return (
    <form class="fault-form" onSubmit={arm} noValidate>
      <EffectFields choice={choice} set={set} />
      <TargetFields choice={choice} set={set} operations={operations} />
      <button type="submit">Arm</button>
      <p class="problem" role="alert">
        {problem.length > 300 ? `${problem.slice(0, 300)}…` : problem}
      </p>
    </form>
  );
}
