import {
  type ButtonHTMLAttributes,
  type InputHTMLAttributes,
  type ReactNode,
  useId,
  useState,
} from 'react';

/** An action of the person that the wallet's own hooks do not cover, and its last error. */
export function useAttempt(work: () => Promise<unknown>) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  /** Tries it; never rejects. */
  async function run(): Promise<void> {
    setBusy(true);
    setError(undefined);
    await work().catch(setError);
    setBusy(false);
  }
  return { isBusy, error, run };
}

/** Props of {@link Button}. */
export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  readonly variant?: 'primary' | 'plain' | 'quiet';
  /** Busy: clicks are ignored, and the focus stays. */
  readonly isBusy?: boolean;
}

/** A button that keeps the focus while it cannot be used. */
export function Button({ variant = 'plain', isBusy = false, ...props }: ButtonProps) {
  const { onClick, children, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={`button button-${variant}`}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {isBusy && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}

/** Props of {@link Field}. */
interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  /** The values to choose from, and the words of each. */
  readonly options?: readonly (readonly [value: string, words: string])[];
  /** The error of the input, shown below it. */
  readonly error?: ReactNode;
}

/** An input or a list to choose from, with its label. */
export function Field({ label, error, options, ...input }: FieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  const isWrong = Boolean(error);
  const described = isWrong && { 'aria-invalid': true, 'aria-describedby': errorId };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {options === undefined ? (
        <input {...input} {...described} id={id} />
      ) : (
        <select name={input.name} {...described} id={id}>
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
      {isWrong && <div id={errorId}>{error}</div>}
    </div>
  );
}
