import { type InputHTMLAttributes, type RefObject, useId } from 'react';

/** Props of {@link Field}. */
export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly hint?: string;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
  /** The id of the message that says what is wrong with it. */
  readonly errorId?: string | undefined;
}

/** An input with its label. */
export function Field({ label, hint, inputRef, errorId, ...input }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const describedBy = [hint === undefined ? undefined : hintId, errorId].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        ref={inputRef}
        aria-invalid={errorId !== undefined || undefined}
        aria-describedby={describedBy === '' ? undefined : describedBy}
      />
      {hint !== undefined && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}
