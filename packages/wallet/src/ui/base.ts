import type { ElementState } from './states.ts';

/** The base of the elements. On a server there are none, and importing them must not throw there. */
const PlainElement: typeof HTMLElement =
  typeof HTMLElement === 'undefined' ? (class {} as typeof HTMLElement) : HTMLElement;

/**
 * The base of the elements: properties that were set before the element was defined take effect, and
 * each has a state by name.
 */
export class Base extends PlainElement {
  #state: ElementState = 'idle';

  /** What the element is doing; `statechange` is emitted after another one is shown. */
  get state(): ElementState {
    return this.#state;
  }

  protected enter(state: ElementState): void {
    const from = this.#state;
    if (state === from) return;
    this.#state = state;
    this.emit('statechange', { state, from });
  }

  /** Emits an event that leaves the shadow tree. */
  protected emit(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  protected upgrade(...names: readonly string[]): void {
    for (const name of names.filter((one) => Object.hasOwn(this, one))) {
      const self = this as unknown as Record<string, unknown>;
      const value = self[name];
      delete self[name];
      self[name] = value;
    }
  }
}
