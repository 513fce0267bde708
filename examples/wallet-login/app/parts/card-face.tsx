import type { Overview } from '../platform/api.ts';

/** Props of {@link CardFace}. */
export interface CardFaceProps {
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
