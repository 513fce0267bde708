import type { PayloadStrength } from '@org/payments-wallet';
import { useEffect, useSyncExternalStore } from 'react';
import type { Overview } from '../platform/api.ts';
import { Button } from '../ui/form.tsx';
import { Modal } from '../ui/screen.tsx';
import { describeAction } from '../wallet/describe-action.ts';
import { useWalletState } from '../wallet/hooks.ts';
import type { ReviewDesk } from '../wallet/review-desk.ts';

/** Props of {@link SigningDialog}. */
export interface SigningDialogProps {
  readonly desk: ReviewDesk;
  readonly overview: Overview;
}

/** What the signed text proves, by the wallet's check of it. */
const proofs: Readonly<Record<PayloadStrength, string>> = {
  shown: 'The text to sign says exactly this.',
  kind: 'The text to sign names the kind of this change.',
  unreadable: 'Only the service can read the text to sign.',
};

/** Shows the change to sign, and asks for approval. Open while a payload waits for review. */
export function SigningDialog({ desk, overview }: SigningDialogProps) {
  const waiting = useSyncExternalStore(desk.subscribe, desk.current);
  const { status } = useWalletState();
  const canSign = status === 'active' || status === 'expiring';

  useEffect(() => {
    if (!canSign) desk.current()?.decide(false);
  }, [canSign, desk]);

  if (waiting === undefined) return null;
  const { payload, action, decide } = waiting;
  const { title, effect, confirm } = describeAction(action, overview.card);
  return (
    <Modal title={title} onClose={() => decide(false)}>
      <p>{effect}</p>
      <section className="payload" aria-label="What you sign">
        <p>{proofs[action.strength]}</p>
        <details>
          <summary>The exact text</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long text is scrolled with the keyboard */}
          <pre tabIndex={0}>{payload}</pre>
        </details>
      </section>
      <div className="row row-end">
        <Button isSafe onClick={() => decide(false)}>
          Cancel
        </Button>
        <Button variant="primary" onClick={() => decide(true)}>
          {confirm}
        </Button>
      </div>
    </Modal>
  );
}
