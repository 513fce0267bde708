import type { JournalStore } from '../store.ts';

/** What the thread of a journal is started with. */
export interface ThreadSetup {
  readonly path: string;
}

/** A request to the thread. */
export interface ThreadRequest {
  readonly id: number;
  readonly work: keyof JournalStore | 'close';
  readonly values: readonly unknown[];
}

/** An error of the thread. */
export interface ThreadFailure {
  readonly name: string;
  readonly message: string;
  readonly code: string | undefined;
  /** The result code of SQLite. */
  readonly errcode: number | undefined;
}

/** The thread's reply to a request. */
export type ThreadReply =
  | { readonly id: number; readonly value: unknown; readonly failure?: undefined }
  | { readonly id: number; readonly failure: ThreadFailure };
