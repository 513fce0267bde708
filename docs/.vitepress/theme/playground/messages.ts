import type { LoggedRequest } from '@org/payments-mock';

/** The messages of the worker to the page while a program runs. */
export type WorkerMessage =
  | { readonly kind: 'printed'; readonly text: string }
  | { readonly kind: 'request'; readonly request: LoggedRequest }
  | { readonly kind: 'ended'; readonly error: string | undefined };
