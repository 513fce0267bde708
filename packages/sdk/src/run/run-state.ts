import type { RunProgress } from '../observe/run-progress.ts';
import type { ItemOutcome } from './item-outcome.ts';

/** What the run has done of one step of an item. JSON. */
export interface StepRecord {
  /** From 1. A part of the key. */
  readonly attempt: number;
  /** What the step returned, in a list of one; left out until it is known to be applied. */
  readonly result?: readonly [unknown];
  /** Whether this attempt is known to be not applied: the next one has another key. */
  readonly isRefused?: boolean;
}

/** The steps of an item, in the order in which they were first sent. JSON. */
export type StepRecords = Readonly<Record<string, StepRecord>>;

/** An item as a start offers it. */
export interface OfferedItem {
  readonly id: string;
  /** Of its content. */
  readonly digest: string;
  /** The item as JSON text, which the state keeps until its outcome is final. */
  readonly content: string;
  readonly amount: { readonly amount: number; readonly currency: string } | undefined;
}

/** What the state has for an offered item. */
export type Offer =
  /** It is new, or waits, or is under way. */
  | { readonly is: 'open' }
  /** It has an outcome; `isOwn` if it was recorded in this session. */
  | { readonly is: 'done'; readonly outcome: ItemOutcome; readonly isOwn: boolean }
  /** An earlier start had another content under this id. */
  | { readonly is: 'changed' }
  /** This session has offered an item with this id before. */
  | { readonly is: 'duplicate' };

/** An item that a worker has, until its lease ends. */
export interface ClaimedItem {
  readonly id: string;
  readonly content: string;
  /** Names this claim: what a former worker writes is refused. */
  readonly token: string;
  readonly steps: StepRecords;
  /** How many times it was given back in this start. */
  readonly tries: number;
  /** Whether an earlier worker may have sent a step whose result is not in `steps`. */
  readonly mayBeSent: boolean;
  /** When the first worker began it: the time after which its steps were sent, milliseconds. */
  readonly begunAt: number;
  /** Milliseconds since then by the state's clock, which may have been set meanwhile. */
  readonly age: number;
}

/** Claimed items, or when there may be some. */
export interface Claimed {
  readonly items: readonly ClaimedItem[];
  /** Items of the run without an outcome, these among them. */
  readonly open: number;
  /** Milliseconds until an item is due or its lease ends; undefined if none is waiting. */
  readonly nextIn: number | undefined;
  /** Workers that have items now, this one among them. */
  readonly workers: number;
  readonly pace: Pace;
}

/** An item that goes back into the state. */
export interface Release {
  readonly steps: StepRecords;
  /** Milliseconds until it is due again. */
  readonly dueIn: number;
  /** Whether a step may have been sent whose result is not in `steps`. */
  readonly mayBeSent: boolean;
  /** Whether it counts as one of the tries of the start. */
  readonly isTry: boolean;
}

/** What the run is, so that a state of another account is refused. */
export interface RunIdentity {
  readonly run: string;
  /** The fingerprint of base URL and account. */
  readonly account: string;
}

/** The pace that the workers of a run share. */
export interface Pace {
  /** Steps a second; undefined if nothing limits. */
  readonly perSecond: number | undefined;
  /** Milliseconds since it was set. */
  readonly age: number;
  /** Milliseconds in which nothing is sent. */
  readonly pause: number;
}

/** The state of one run, as one worker uses it. Times are those of the state's clock. */
export interface RunSession {
  /** Adds items that are new, and says what became of the others. In the order of the items. */
  offer(items: readonly OfferedItem[]): Promise<readonly Offer[]>;
  /** Opens items again that are not paid. */
  reopen(items: readonly OfferedItem[]): Promise<void>;
  /** Notes that a worker has read the source to its end. */
  complete(): Promise<void>;
  /** Ends the session: which ids it has offered is needed no more. */
  end(): Promise<void>;
  /** Takes items that are due and that no living worker has. What it returns survives a power loss. */
  claim(limit: number, lease: number): Promise<Claimed>;
  /** Extends claims; returns the tokens of those that another worker has taken. */
  renew(tokens: readonly string[], lease: number): Promise<readonly string[]>;
  /** Records steps; returns whether the claim still holds. */
  save(token: string, steps: StepRecords): Promise<boolean>;
  /** Gives an item back. */
  release(token: string, release: Release): Promise<void>;
  /** Records the outcome of an item and its steps; returns whether the claim still holds. */
  finish(token: string, outcome: ItemOutcome, steps: StepRecords): Promise<boolean>;
  /** Takes the next turn of all workers, which are so many milliseconds apart; returns how long to wait. */
  reserve(interval: number): Promise<number>;
  /**
   * Slows all workers: nothing is sent during the pause, and then at most `perSecond`. Within a second of
   * the last change only the pause is extended.
   */
  slow(pause: number, perSecond: number): Promise<Pace>;
  /** Reads the pace, which another worker may have slowed. */
  pace(): Promise<Pace>;
  /** Reads the figures. */
  progress(): Promise<Omit<RunProgress, 'run'>>;
  /** The items after an id in the order of their ids, with their outcomes. */
  results(after: string | undefined, limit: number): Promise<readonly StateResult[]>;
}

/** An item in the state. */
export interface StateResult {
  readonly id: string;
  /** Undefined for an item without one. */
  readonly outcome: ItemOutcome | undefined;
  /** Whether a step may have been sent, by a worker that is at it or was killed, whose end is not recorded. */
  readonly isBegun: boolean;
  /** The last step that is known to be applied, of an item without an outcome; undefined if none is. */
  readonly lastStep?: string | undefined;
  readonly finishedAt: string | undefined;
}

/**
 * Where runs keep how far they are: `sqliteRun` for the processes of one machine, `postgresRun` for many
 * machines, or a store of your own.
 */
export interface RunState {
  /**
   * Opens the state of a run, and creates it if there is none.
   *
   * @param now the clock of the client, for a state without one of its own
   * @throws if the state holds this run for another account
   */
  open(identity: RunIdentity, now: () => number): Promise<RunSession>;
}
