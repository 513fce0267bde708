import { Icon } from '../ui/icons.tsx';
import { CardFace } from './card-face.tsx';

const card = {
  id: 'Card:shown',
  state: 'ACTIVE',
  brand: 'VISA',
  last4: '4242',
  expMonth: 9,
  expYear: 2030,
} as const;

/** A description of the application, beside the form. */
export function Pitch() {
  return (
    <section className="pitch" aria-label="What this is">
      <div aria-hidden="true">
        <CardFace card={card} isFrozen={false} />
      </div>
      <ul>
        <li>
          <Icon name="passkey" /> Opens with a passkey, not with a password
        </li>
        <li>
          <Icon name="shield" /> Its key is sealed for your browser alone
        </li>
        <li>
          <Icon name="snow" /> Freeze the card, and see what you sign
        </li>
      </ul>
    </section>
  );
}
