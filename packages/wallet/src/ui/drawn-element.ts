import { element } from '../approval/elements.ts';
import { followPage } from '../approval/legible.ts';
import { keepEnglish, patternOf } from '../approval/words/language.ts';
import type { ElementState } from './states.ts';
import { elementStyle } from './style.ts';
import written from './texts/english.json' with { type: 'json' };
import { english } from './texts/english.ts';
import type { ElementTexts } from './texts/texts.ts';

/** Matches our English words, once an element is shown. */
let ours: RegExp | undefined;

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

/** The places of an element: what it shows, and what it tells. */
interface Places {
  readonly card: HTMLElement;
  readonly body: HTMLElement;
  readonly status: HTMLElement;
  readonly alert: HTMLElement;
  readonly notes: HTMLElement;
}

/**
 * An element on a surface of its own, which is drawn again after every change: the focus and what was
 * typed stay. What it tells and its errors are announced to screen readers.
 */
export abstract class DrawnElement extends Base {
  #texts = english;
  #places: Places | undefined;
  #focused: string | undefined;
  #pressed: string | undefined;

  /** The words; default English. */
  get texts(): ElementTexts {
    return this.#texts;
  }

  set texts(texts: ElementTexts) {
    this.#texts = texts;
    this.draw();
  }

  /** Whether a step is under way, and the buttons are disabled. */
  protected abstract get isBusy(): boolean;
  /** What is shown now, if the element can be drawn. */
  protected abstract content(): readonly Node[] | undefined;

  /** Makes the places, once. */
  protected build(): void {
    if (this.#places !== undefined) return;
    const body = element('div', { className: 'stack' });
    const press = ({ target }: Event) => {
      this.#pressed = (target as Element).closest('button')?.dataset.key;
    };
    // Before the button itself begins a step.
    body.addEventListener('click', press, true);
    const status = element('div', { part: 'status' });
    status.setAttribute('role', 'status');
    // The focus is kept here when what had it is gone.
    status.tabIndex = -1;
    const alert = element('div', { part: 'error' });
    alert.setAttribute('role', 'alert');
    const notes = element('div', {});
    const card = element('div', { part: 'surface' }, body, status, alert, notes);
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [elementStyle()];
    root.append(card);
    this.#places = { card, body, status, alert, notes };
    ours ??= patternOf(written);
    keepEnglish([body, status, alert], ours, () => this.#texts.lang);
  }

  /** Shows nothing. */
  protected clear(): void {
    this.#places?.body.replaceChildren();
    this.announce('');
  }

  /** Draws again; the element that has the focus keeps it. */
  protected draw(): void {
    const [places, root] = [this.#places, this.shadowRoot];
    if (places === undefined || root === null) return;
    const { key } = (root.activeElement as HTMLElement | null)?.dataset ?? {};
    const content = this.content();
    if (content === undefined) return;
    const { body, card, status, alert } = places;
    followPage(card, this);
    for (const place of [body, status, alert]) place.setAttribute('lang', this.#texts.lang);
    this.#focused = key ?? this.#focused;
    const values = new Map<string, string>();
    for (const input of body.querySelectorAll('input')) {
      if (input.dataset.key !== undefined) values.set(input.dataset.key, input.value);
    }
    body.replaceChildren(...content);
    body.setAttribute('aria-busy', String(this.isBusy));
    if (!this.isBusy) this.#pressed = undefined;
    else if (this.#pressed !== undefined) this.#find(this.#pressed)?.classList.add('busy');
    for (const input of body.querySelectorAll('input')) {
      input.value = values.get(input.dataset.key ?? '') ?? input.value;
    }
    this.#frame();
    this.#restoreFocus();
  }

  /** A surface only around something. */
  #frame(): void {
    const { card, body, alert } = this.#places ?? {};
    card?.classList.toggle('card', card.textContent !== '');
    // An error that is shown at its input is only announced here.
    alert?.classList.toggle('unseen', body?.querySelector('.problem') != null);
  }

  /** Moves the focus to the element with a key, if it is there. */
  protected focusOn(key: string): void {
    this.#find(key)?.focus();
  }

  /** Puts a string into the input with a key; drawing again keeps what is in it. */
  protected type(key: string, text: string): void {
    const found = this.#find(key);
    if (found instanceof HTMLInputElement) found.value = text;
  }

  #find(key: string): HTMLElement | null | undefined {
    return this.#places?.body.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  }

  /** Tells the person what was done, or what is under way. */
  protected announce(text: string): void {
    const { status } = this.#places ?? {};
    if (status === undefined || status.textContent === text) return;
    status.textContent = text;
    this.#frame();
  }

  /** What was announced last. */
  protected get announced(): string {
    return this.#places?.status.textContent ?? '';
  }

  /** Shows the words of an error. */
  protected alert(text: string): void {
    this.#places?.alert.replaceChildren(text);
    this.note();
  }

  /** Shows notes for the developer. */
  protected note(...notes: readonly Node[]): void {
    this.#places?.notes.replaceChildren(...notes);
    this.#frame();
  }

  /** A date and time in the language of the words. */
  protected date(text: string): string {
    const format = new Intl.DateTimeFormat(this.#texts.lang, {
      dateStyle: 'medium',
      timeStyle: 'short',
    });
    const time = Date.parse(text);
    return Number.isNaN(time) ? text : format.format(time);
  }

  /** A disabled button loses the focus: it is given back, unless the person moved on. */
  #restoreFocus(): void {
    const key = this.#focused;
    const { activeElement } = this.getRootNode() as Document | ShadowRoot;
    const isFree = activeElement === null || activeElement === document.body;
    if (key !== undefined && (isFree || activeElement === this)) {
      this.focusOn(key);
      if (!this.isBusy && this.shadowRoot?.activeElement === null) this.#places?.status.focus();
    }
    if (!this.isBusy) this.#focused = undefined;
  }
}
