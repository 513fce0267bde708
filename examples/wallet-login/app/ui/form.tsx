import {
  type ButtonHTMLAttributes,
  type InputHTMLAttributes,
  type ReactNode,
  type RefObject,
  useCallback,
  useId,
  useRef,
  useState,
} from 'react';

/** An action of the person, and the outcome of the last attempt. */
interface Attempt<Arguments extends readonly unknown[]> {
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Tries it; never rejects. */
  readonly run: (...args: Arguments) => Promise<void>;
}

/** Tracks work that the wallet's own hooks do not cover. A second start while one runs is ignored. */
export function useAttempt<Arguments extends readonly unknown[]>(
  work: (...args: Arguments) => Promise<unknown>,
): Attempt<Arguments> {
  const [state, setState] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false });
  const latest = useRef(work);
  latest.current = work;
  const isRunning = useRef(false);

  const run = useCallback(async (...args: Arguments) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setState({ isBusy: true });
    try {
      await latest.current(...args);
      setState({ isBusy: false });
    } catch (error) {
      setState({ isBusy: false, error });
    } finally {
      isRunning.current = false;
    }
  }, []);

  return { isBusy: state.isBusy, error: state.error, run };
}

/** Props of {@link Button}. */
export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  readonly variant?: 'primary' | 'plain' | 'quiet' | 'danger';
  /** Busy: clicks are ignored, and the focus stays. */
  readonly isBusy?: boolean;
  /** The safe choice of a dialog, which has the focus when the dialog opens. */
  readonly isSafe?: boolean;
  /** Not possible now: as above, without the spinner. */
  readonly isOff?: boolean;
}

/** A button that keeps the focus while it cannot be used. */
export function Button({
  variant = 'plain',
  isBusy = false,
  isOff = false,
  isSafe = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const isStopped = isBusy || isOff;
  return (
    <button
      {...rest}
      type={type}
      className={`button button-${variant}`}
      aria-disabled={isStopped || undefined}
      aria-busy={isBusy || undefined}
      data-safe={isSafe || undefined}
      onClick={(event) => {
        if (isStopped) event.preventDefault();
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
