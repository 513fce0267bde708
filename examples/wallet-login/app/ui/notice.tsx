import type { ReactNode } from 'react';

/** The appearance of a notice, and how urgently it is announced. */
export type NoticeTone = 'info' | 'good' | 'warning' | 'danger';

/** Props of {@link Notice}. */
export interface NoticeProps {
  readonly tone: NoticeTone;
  readonly title: string;
  readonly children?: ReactNode;
  /** Buttons. */
  readonly actions?: ReactNode;
}

/** A message within the page. Screen readers announce it when it appears. */
export function Notice({ tone, title, children, actions }: NoticeProps) {
  const isLoud = tone === 'danger' || tone === 'warning';
  return (
    <div className={`notice notice-${tone}`} role={isLoud ? 'alert' : 'status'}>
      <div className="notice-text">
        <strong>{title}</strong>
        {children !== undefined && <span>{children}</span>}
      </div>
      {actions !== undefined && <div className="notice-actions">{actions}</div>}
    </div>
  );
}
