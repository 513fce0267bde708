/** Where the documentation of the newest release is served: the `homepage` of the manifests. */
export const DOCS_ADDRESS = 'https://org.github.io/payments-sdk/';

/** The address of the page that explains an error code. */
export function errorAddress(code: string): string {
  return `${DOCS_ADDRESS}errors/${encodeURIComponent(code)}`;
}
