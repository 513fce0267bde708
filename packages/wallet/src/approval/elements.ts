/** The properties of a new element; `part` is its name for `::part()`. */
interface Properties {
  readonly text?: string;
  readonly className?: string;
  readonly part?: string;
  readonly label?: string;
  readonly disabled?: boolean;
  /** Keeps the focus when the element is drawn again. */
  readonly key?: string;
  readonly onClick?: () => void;
}

/**
 * Creates an element. By hand, because template libraries need a Trusted Types policy, which
 * `trusted-types 'none'` forbids.
 */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  { text, className, part, label, disabled, key, onClick }: Properties,
  ...children: readonly Node[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className !== undefined) made.className = className;
  if (part !== undefined) made.setAttribute('part', part);
  if (label !== undefined) made.setAttribute('aria-label', label);
  if (key !== undefined) made.dataset.key = key;
  if (disabled === true) made.setAttribute('disabled', '');
  if (onClick !== undefined) made.addEventListener('click', onClick);
  made.append(...children);
  return made;
}

/** A button that does not submit. */
export function button(
  text: string,
  onClick: () => void,
  { isPrimary = false, ...properties }: Properties & { readonly isPrimary?: boolean } = {},
): HTMLButtonElement {
  const appearance = isPrimary
    ? { className: 'primary', part: 'button primary' }
    : { part: 'button' };
  const made = element('button', { ...appearance, ...properties, text, onClick });
  made.type = 'button';
  return made;
}

/** A paragraph in small print. */
export function muted(text: string): HTMLElement {
  return element('p', { text, className: 'muted' });
}

/**
 * Calls back for a press of a button that began while it was ready: not for the second click of a
 * double one, for a key that is held, or for a click that began on something else.
 */
export function onPress(button: HTMLElement, isReady: () => boolean, act: () => void): void {
  let isFresh = false;
  let isHeld = false;
  const begin = (event: PointerEvent | KeyboardEvent) => {
    isHeld = 'repeat' in event && event.repeat;
    isFresh = event.isTrusted && !isHeld && isReady();
  };
  button.addEventListener('pointerdown', begin);
  button.addEventListener('keydown', begin);
  button.addEventListener('click', ({ isTrusted, detail }) => {
    // A click of a screen reader begins with neither a pointer nor a key.
    const isOwn = detail === 0 ? !isHeld && isReady() : isFresh && detail === 1;
    isFresh = false;
    if (isTrusted && isOwn) act();
  });
}
