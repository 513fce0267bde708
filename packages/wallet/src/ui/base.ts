/** The base of the elements. On a server there are none, and importing them must not throw there. */
const PlainElement: typeof HTMLElement =
  typeof HTMLElement === 'undefined' ? (class {} as typeof HTMLElement) : HTMLElement;

/** The base of the elements: properties that were set before the element was defined take effect. */
export class Base extends PlainElement {
  protected upgrade(...names: readonly string[]): void {
    for (const name of names.filter((one) => Object.hasOwn(this, one))) {
      const self = this as unknown as Record<string, unknown>;
      const value = self[name];
      delete self[name];
      self[name] = value;
    }
  }
}
