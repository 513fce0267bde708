/** The wallet for React: hooks, no markup. @module */
import './elements.ts';

export type * from '../flows/index.ts';
export {
  useFlow,
  useOAuth,
  useOtp,
  usePasskey,
  usePasskeys,
  useSession,
  useSessions,
  useSignedAction,
} from './hooks.ts';
