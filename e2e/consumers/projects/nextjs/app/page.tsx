import { FreezeButton } from './freeze-button';

export default function Page() {
  return <FreezeButton cardId="Card:1" />;
}
