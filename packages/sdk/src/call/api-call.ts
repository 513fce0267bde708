import type { ResponseInfo, Result } from './signing/signed-retry.ts';

/** A call's value, with the facts of its response. */
export interface WithResponse<Data> {
  readonly data: Data;
  readonly response: ResponseInfo;
}

/** A call in progress: await it for its value, or request the whole response as well. */
export interface ApiCall<Data> extends Promise<Data> {
  /** The value together with status, headers, text, attempts and keys of the response. */
  withResponse(): Promise<WithResponse<Data>>;
}

/** Turns a promise of a result into a promise of its data. */
export function apiCall<Data>(result: Promise<Result>): ApiCall<Data> {
  const promise = result.then(({ data }) => data as Data);
  const withResponse = () => {
    promise.catch(() => undefined);
    return result as Promise<WithResponse<Data>>;
  };
  const call = promise as ApiCall<Data>;
  call.withResponse = withResponse;
  return call;
}
