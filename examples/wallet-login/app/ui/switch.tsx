import { useId } from 'react';

/** Props of {@link Switch}. */
export interface SwitchProps {
  readonly label: string;
  readonly hint: string;
  readonly isOn: boolean;
  readonly isBusy: boolean;
  readonly onToggle: () => void;
}

/** A setting that is on or off. It moves when the change was applied, not when it is requested. */
export function Switch({ label, hint, isOn, isBusy, onToggle }: SwitchProps) {
  const id = useId();
  return (
    <div className="switch-row">
      <div>
        <span id={`${id}-label`} className="switch-label">
          {label}
        </span>
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      </div>
      <button
        type="button"
        role="switch"
        className="switch"
        aria-checked={isOn}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        aria-disabled={isBusy || undefined}
        aria-busy={isBusy || undefined}
        onClick={() => {
          if (!isBusy) onToggle();
        }}
      >
        <span className="switch-knob" />
      </button>
    </div>
  );
}
