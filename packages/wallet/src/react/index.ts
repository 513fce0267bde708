/** The wallet for React: hooks, no markup. @module */
import './elements.ts';

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
