export type {
  ListState,
  PasskeysState,
  PasskeysSteps,
  SessionSteps,
  SessionsState,
  SessionsSteps,
} from './account-flows.ts';
export type { AnyWallet, Flow } from './flow.ts';
export type { OtpState, OtpSteps } from './otp-flow.ts';
export type { Reviewing, ReviewOptions, ReviewState, ReviewSteps } from './review-flow.ts';
export type { ReviewLine, ReviewQuestion, ReviewRow } from './review-question.ts';
export type {
  OAuthSteps,
  PasskeyFlowOptions,
  PasskeySteps,
  SignInState,
  SignInStatus,
} from './sign-in-flow.ts';
export type { TaskState, TaskStatus, TaskSteps } from './task-flow.ts';
