/** The wallet for React: hooks, no markup. @module */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type {
  PasskeysElement,
  ReviewElement,
  SessionsElement,
  SignInElement,
} from '../ui/index.ts';

type Props<Element, Own extends keyof Element> = DetailedHTMLProps<
  HTMLAttributes<Element>,
  Element
> & { readonly [Name in Own]?: Element[Name] | undefined };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'payments-sign-in': Props<SignInElement, 'wallet' | 'texts' | 'providerUrl' | 'autofill'>;
      'payments-sessions': Props<SessionsElement, 'wallet' | 'texts'>;
      'payments-passkeys': Props<PasskeysElement, 'wallet' | 'texts'>;
      'payments-review': Props<ReviewElement, 'texts'>;
    }
  }
}

export type * from '../flows/index.ts';
export { createReview } from '../flows/review-flow.ts';
export {
  useFlow,
  useOAuth,
  useOtp,
  usePasskey,
  usePasskeys,
  useReview,
  useSession,
  useSessions,
  useSignedAction,
} from './hooks.ts';
