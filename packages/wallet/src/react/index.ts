import './elements.ts';

export { type EmailOtpFlow, type EmailOtpStatus, useEmailOtp } from './use-email-otp.ts';
export {
  type PasskeyFlow,
  type PasskeyFlowOptions,
  type PasskeyStatus,
  usePasskey,
} from './use-passkey.ts';
export type { Task, TaskStatus } from './use-task.ts';
export { useSignedAction, useWallet, type WalletLike } from './use-wallet.ts';
