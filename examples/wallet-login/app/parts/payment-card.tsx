import { Trouble } from '../errors/trouble.tsx';
import type { Overview } from '../platform/api.ts';
import { Button } from '../ui/form.tsx';
import { Icon } from '../ui/icons.tsx';
import { Notice, useAnnounce } from '../ui/notices.tsx';
import { cardName } from '../wallet/describe-action.ts';
import { useChange } from '../wallet/hooks.ts';

/** Props of {@link CardFace}. */
interface CardFaceProps {
  readonly card: Overview['card'];
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
  readonly card: Overview['card'];
  readonly onChange: (card: Overview['card']) => void;
  readonly reload: () => Promise<void>;
}

/** The card, and the button that freezes or unfreezes it. */
export function PaymentCard({ card, onChange, reload }: PaymentCardProps) {
  const announce = useAnnounce();
  const freeze = useChange('freezeCard', reload);
  const unfreeze = useChange('unfreezeCard', reload);
  const isFrozen = card.state === 'FROZEN';
  const change = isFrozen ? unfreeze : freeze;
  const isBusy = freeze.isBusy || unfreeze.isBusy;
  const error = freeze.error ?? unfreeze.error;

  async function onClick(): Promise<void> {
    const changed = await change.run({ cardId: card.id });
    if (changed === undefined) return;
    onChange({ ...card, state: changed.state });
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
      {change.wasRefused && error === undefined && (
        <Notice tone="info" title="Not signed">
          Nothing was changed.
        </Notice>
      )}
      <Button
        variant={isFrozen ? 'plain' : 'primary'}
        onClick={() => void onClick()}
        isBusy={isBusy}
      >
        <Icon name={isFrozen ? 'sun' : 'snow'} />
        {isFrozen ? 'Unfreeze' : 'Freeze'} the card
        <span className="visually-hidden">{cardName(card).replace('card', '')}</span>
      </Button>
    </section>
  );
}
