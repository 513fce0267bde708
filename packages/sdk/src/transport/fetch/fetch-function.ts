/** A fetch function: takes a request, returns a response. */
export type FetchFunction = (request: Request) => Promise<Response>;
