import type { ButtonHTMLAttributes } from 'react';

/** Props of {@link Button}. */
export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger';
  /** Busy: clicks are ignored, and the focus stays. */
  readonly isBusy?: boolean;
  /** The safe choice of a dialog, which has the focus when the dialog opens. */
  readonly isSafe?: boolean;
  /** Not possible now: as above, without the spinner. */
  readonly isOff?: boolean;
}

/** A button that keeps the focus while it cannot be used. */
export function Button({
  look = 'plain',
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
      className={`button button-${look}`}
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
