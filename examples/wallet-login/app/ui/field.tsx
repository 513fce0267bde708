import { type InputHTMLAttributes, type ReactNode, type RefObject, useId } from 'react';

/** Props of {@link Field}. */
export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly hint?: string;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
  /** The error of the input, shown below it. */
  readonly error?: ReactNode;
}

/** An input with its label. */
export function Field({ label, hint, inputRef, error, ...input }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const isWrong = error !== undefined && error !== null && error !== false;
  const describedBy = [hint !== undefined && hintId, isWrong && errorId].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        ref={inputRef}
        aria-invalid={isWrong || undefined}
        aria-describedby={describedBy === '' ? undefined : describedBy}
      />
      {isWrong && <div id={errorId}>{error}</div>}
      {hint !== undefined && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}
