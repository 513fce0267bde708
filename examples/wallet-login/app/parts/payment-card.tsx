import { useSignedAction } from '@org/payments-wallet/react';
import { useState } from 'react';
import type { Overview } from '../platform/api.ts';
import { Button } from '../ui/form.tsx';
import { Icon } from '../ui/icons.tsx';
import { Notice, Trouble, useAnnounce } from '../ui/notices.tsx';
import type { DemoWallet } from '../wallet/create-demo-wallet.ts';

type Card = Overview['card'];

/** Props of {@link CardFace}. */
interface CardFaceProps {
  readonly card: Pick<Card, 'brand' | 'last4' | 'expMonth' | 'expYear'>;
  readonly isFrozen: boolean;
}

/** The card as a picture; the page's text has the same data. */
export function CardFace({ card, isFrozen }: CardFaceProps) {
  const { brand, last4, expMonth, expYear } = card;
  const month = String(expMonth ?? 0).padStart(2, '0');
  return (
    <div className={`card-face ${isFrozen ? 'is-frozen' : ''}`}>
      <div className="card-top">
        <span className="card-brand">Larch</span>
        <span className="card-chip" aria-hidden="true" />
      </div>
      <p className="card-number">
        <span aria-hidden="true">•••• •••• •••• </span>
        <span className="visually-hidden">Ends in </span>
        {last4}
      </p>
      <div className="card-bottom">
        <span>
          <span className="visually-hidden">Valid until </span>
          {month}/{String(expYear ?? 0).slice(-2)}
        </span>
        <span className="card-network">{brand}</span>
      </div>
    </div>
  );
}

/** Props of {@link PaymentCard}. */
export interface PaymentCardProps {
  readonly wallet: DemoWallet;
  readonly card: Card;
  readonly onChange: (state: Card['state']) => void;
  readonly reload: () => Promise<void>;
}

/** The card, and the button that freezes or unfreezes it. */
export function PaymentCard({ wallet, card, onChange, reload }: PaymentCardProps) {
  const announce = useAnnounce();
  const isFrozen = card.state === 'FROZEN';
  const { status, error, run } = useSignedAction(wallet, isFrozen ? 'unfreezeCard' : 'freezeCard');
  const [wasRefused, setRefused] = useState(false);

  async function onClick(): Promise<void> {
    setRefused(false);
    announce('');
    const changed = await run({ cardId: card.id });
    if (changed === undefined) {
      setRefused(true);
      // The response may have been lost, or the state may have changed in the meantime.
      return reload();
    }
    onChange(changed.state);
    announce(changed.state === 'FROZEN' ? 'The card is frozen.' : 'The card is active again.');
  }

  return (
    <section className="panel stack" aria-labelledby="card-title">
      <div className="panel-head">
        <h2 id="card-title">Card</h2>
        <span
          className={`badge ${isFrozen ? 'badge-cold' : 'badge-good'}`}
          data-testid="card-state"
        >
          {isFrozen ? 'Frozen' : 'Active'}
        </span>
      </div>
      <CardFace card={card} isFrozen={isFrozen} />
      <Trouble error={error} />
      {wasRefused && status === 'idle' && (
        <Notice tone="info" title="You refused. Nothing was changed." />
      )}
      <Button
        variant={isFrozen ? 'plain' : 'primary'}
        onClick={() => void onClick()}
        isBusy={status === 'running'}
      >
        <Icon name={isFrozen ? 'sun' : 'snow'} />
        {isFrozen ? 'Unfreeze' : 'Freeze'} the card
        <span className="visually-hidden"> ending in {card.last4}</span>
      </Button>
    </section>
  );
}
