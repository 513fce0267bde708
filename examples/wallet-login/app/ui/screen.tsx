import { type ReactNode, useEffect, useId, useRef } from 'react';

/** Props of {@link Screen}. */
export interface ScreenProps {
  readonly title: string;
  /** A sentence below the title. */
  readonly lead?: ReactNode;
  readonly layout?: 'narrow' | 'wide' | 'split';
  readonly children: ReactNode;
}

/** The first screen does not take the focus: a person who opens a page starts at its top. */
let isFirst = true;

/** One screen: its title receives the focus, so that a screen reader announces the screen. */
export function Screen({ title, lead, layout = 'narrow', children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Larch`;
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, [title]);
  return (
    <main className={`screen screen-${layout}`}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {lead !== undefined && <p className="lead">{lead}</p>}
      {children}
    </main>
  );
}

/** Props of {@link Modal}. */
interface ModalProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A dialog over the page. The focus starts on its safe button, stays inside, and returns when the
 * dialog closes; Escape closes it. Mount it to open it.
 */
export function Modal({ title, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-safe]')?.focus();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
