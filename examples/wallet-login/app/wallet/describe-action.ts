import type { ReviewedAction } from '@org/payments-wallet';
import type { Overview } from '../platform/api.ts';
import type { DemoActions } from './create-demo-wallet.ts';

/** A change, in the words of the person who makes it. */
export interface ActionDescription {
  readonly title: string;
  readonly effect: string;
  /** The label of the button that signs. */
  readonly confirm: string;
}

/** A card's display name. */
export function cardName({ last4 }: Overview['card']): string {
  return last4 === undefined ? 'card' : `card ending in ${last4}`;
}

type InputOf<Name extends keyof DemoActions> = DemoActions[Name]['input'];

/** Describes what the page asked the wallet to sign. */
export function describeAction(action: ReviewedAction, card: Overview['card']): ActionDescription {
  const name = action.kind === 'action' ? action.action : action.kind;
  if (name === 'freezeCard') {
    const effect = 'Payments with this card will be declined until you unfreeze it.';
    return { title: `Freeze the ${cardName(card)}?`, effect, confirm: 'Sign and freeze' };
  }
  if (name === 'unfreezeCard') {
    const effect = 'Payments with this card will go through again.';
    return { title: `Unfreeze the ${cardName(card)}?`, effect, confirm: 'Sign and unfreeze' };
  }
  if (action.kind === 'action' && name === 'setPrivacy') {
    const { privateEnabled } = action.input as InputOf<'setPrivacy'>;
    const effect = privateEnabled
      ? 'The service will treat this wallet as private.'
      : 'The service will no longer treat this wallet as private.';
    const title = `Turn wallet privacy ${privateEnabled ? 'on' : 'off'}?`;
    return { title, effect, confirm: 'Sign the change' };
  }
  return {
    title: 'Sign this?',
    effect: 'Your wallet is asked to sign a payload.',
    confirm: 'Sign',
  };
}
