/** Where the documentation of the newest release is served: the `homepage` of the manifests. */
export const DOCS_ADDRESS = 'https://org.github.io/payments-sdk/';

/** The form of the service's codes. */
const codeForm = /^[A-Z][A-Z0-9_]*$/;

/** The address of the page that explains an error code, or of the list of codes for other text. */
export function errorAddress(code: string): string {
  return `${DOCS_ADDRESS}errors/${codeForm.test(code) ? code : ''}`;
}
