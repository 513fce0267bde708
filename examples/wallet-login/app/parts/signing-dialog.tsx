import { useEffect, useSyncExternalStore } from 'react';
import type { Overview } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { cardName, describeAction } from '../wallet/describe-action.ts';
import { payloadFacts } from '../wallet/payload-words.ts';
import type { ReviewDesk } from '../wallet/review-desk.ts';
import { useWalletState } from '../wallet/wallet-context.ts';

/** Props of {@link SigningDialog}. */
export interface SigningDialogProps {
  readonly desk: ReviewDesk;
  readonly overview: Overview;
}

/** Display names of the card and the wallet. */
function namesOf({ card, account }: Overview): ReadonlyMap<string, string> {
  return new Map([
    [card.id, `Your ${cardName(card)}`],
    [account.id, 'Your wallet'],
  ]);
}

/** Shows the change to sign, and asks for approval. Open while a payload waits for review. */
export function SigningDialog({ desk, overview }: SigningDialogProps) {
  const waiting = useSyncExternalStore(desk.subscribe, desk.current);
  const { status } = useWalletState();
  const canSign = status === 'active' || status === 'expiring';

  useEffect(() => {
    if (!canSign) desk.current()?.decide(false);
  }, [canSign, desk]);

  if (waiting === undefined) return null;
  const { payload, action, isAsAsked, decide } = waiting;
  const { title, effect, confirm } = describeAction(action, overview.card);
  const facts = payloadFacts(payload, namesOf(overview));
  return (
    <Modal title={title} onClose={() => decide(false)}>
      <p>{effect}</p>
      {!isAsAsked && (
        <Notice tone="danger" title="This is not what you asked for">
          The text to sign is about something else. Do not sign it.
        </Notice>
      )}
      <section className="payload" aria-label="What you sign">
        <h3>What you sign</h3>
        {facts.length > 0 && (
          <dl className="facts">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        <details open={facts.length === 0}>
          <summary>The exact text</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long text is scrolled with the keyboard */}
          <pre tabIndex={0}>{payload}</pre>
        </details>
      </section>
      <div className="row row-end">
        <Button isSafe onClick={() => decide(false)}>
          Cancel
        </Button>
        <Button look="primary" isOff={!isAsAsked} onClick={() => decide(true)}>
          {confirm}
        </Button>
      </div>
    </Modal>
  );
}
