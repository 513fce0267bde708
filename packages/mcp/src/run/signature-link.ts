/** A signed operation that waits for its customer: nothing was changed yet. */
export class SignatureLink {
  readonly #url: string;
  readonly #expiresAt: string;

  constructor(url: string, expiresAt: string) {
    this.#url = url;
    this.#expiresAt = expiresAt;
  }

  toJSON() {
    return {
      status: 'signature_required',
      url: this.#url,
      expiresAt: this.#expiresAt,
      action:
        'Nothing was changed yet. Give the link to the customer, who signs there; then read the resource to see the change.',
    };
  }
}
