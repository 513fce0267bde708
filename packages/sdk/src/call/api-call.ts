import type { Outcome, ResponseInfo } from './run.ts';

/** A call's value with what is known of its answer. */
export interface WithResponse<Data> {
  readonly data: Data;
  readonly response: ResponseInfo;
}

/** A call under way: await it for its value, or ask for the answer's status and headers too. */
export interface ApiCall<Data> extends Promise<Data> {
  /** The value together with status, headers, attempts and keys of the answer. */
  withResponse(): Promise<WithResponse<Data>>;
}

/** Makes the promise of an outcome one of its data. */
export function apiCall<Data>(outcome: Promise<Outcome>): ApiCall<Data> {
  const promise = outcome.then(({ data }) => data as Data);
  const withResponse = () => {
    promise.catch(() => undefined);
    return outcome as Promise<WithResponse<Data>>;
  };
  return Object.assign(promise, { withResponse });
}
