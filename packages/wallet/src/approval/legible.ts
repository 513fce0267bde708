/** What is drawn with less ink is hard to read. */
const FAINT = 0.5;
/** The height of a line that can be read. Pixels. */
const SMALLEST_LINE = 6;
/** Between two letters. Pixels. */
const LEAST_SPACING = -2;
/** Between a text and its background. A good page has 4.5; below this, nobody reads it. */
const LEAST_CONTRAST = 1.5;
/** Drawn above the page: opacity, filters and transforms of what they are in do not reach them. */
export const ON_TOP = ':is(:modal, :popover-open, :fullscreen)';
/** Another value hides an element and what is in it, or draws them in another place or shape. */
const PLAIN = Object.entries({
  ...{ filter: 'none', 'clip-path': 'none', clip: 'auto', rotate: 'none', scale: 'none' },
  ...{ 'mask-image': 'none', '-webkit-mask-image': 'none', 'mix-blend-mode': 'normal' },
  '-webkit-text-security': 'none',
});

export const styleOf = (element: Element) =>
  (element.ownerDocument.defaultView as Window).getComputedStyle(element);

/** An element, and what it is drawn in: slots, and hosts of shadow trees. */
export function* drawnIn(element: Element): Generator<Element> {
  for (let at: Element | null = element; at !== null; ) {
    yield at;
    const { host = null } = at.getRootNode() as Partial<ShadowRoot>;
    at = at.assignedSlot ?? at.parentElement ?? host;
  }
}

function isPlain(style: CSSStyleDeclaration): boolean {
  const { is2D, a, b, c, d } = new DOMMatrix(style.transform);
  const isUpright = is2D && b === 0 && c === 0 && a > 0.99 && d > 0.99;
  return (
    isUpright && PLAIN.every(([name, plain]) => [plain, ''].includes(style.getPropertyValue(name)))
  );
}

/** Whether nothing in the styles of an element, and of what it is drawn in, hides or bends it. */
export function isDrawn(element: Element): boolean {
  if (styleOf(element).visibility !== 'visible') return false;
  let ink = 1;
  for (const at of drawnIn(element)) {
    const style = styleOf(at);
    ink *= Number(style.opacity);
    if (ink < FAINT || !isPlain(style)) return false;
    if (at.matches(ON_TOP)) break;
  }
  return true;
}

/** Red, green, blue and opacity of a color; undefined for one of another color space. */
function channels(color: string): readonly number[] | undefined {
  if (!color.startsWith('rgb')) return undefined;
  const [red = 0, green = 0, blue = 0, opacity = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue, opacity];
}

function luminance([red = 0, green = 0, blue = 0]: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((one) => (one / 255) ** 2.2);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** How bright the background of an element is, from 0 to 1; undefined if styles do not say it. */
function brightness(element: Element): number | undefined {
  for (const at of drawnIn(element)) {
    const { backgroundColor, backgroundImage } = styleOf(at);
    const surface = channels(backgroundColor);
    if (backgroundImage !== 'none' || surface === undefined) return undefined;
    if ((surface[3] ?? 0) >= FAINT) return luminance(surface);
  }
  return undefined;
}

/** Draws a part of an element as dark as what is around it, in a page without a color scheme. */
export function followPage({ style }: HTMLElement, host: Element): void {
  const isDark = (brightness(host) ?? 1) < 0.2;
  style.colorScheme = styleOf(host).colorScheme === 'normal' && isDark ? 'dark' : '';
}

/** Whether a text is told from its background, as far as styles say what that is. */
function hasInk(element: Element): boolean {
  const style = styleOf(element);
  const ink = channels(style.getPropertyValue('-webkit-text-fill-color') || style.color);
  // Letters that lie above each other.
  if (Number.parseFloat(style.letterSpacing) < LEAST_SPACING) return false;
  if (ink === undefined) return true;
  const [surface, light] = [brightness(element), luminance(ink)];
  const contrast =
    surface === undefined
      ? 21
      : (Math.max(surface, light) + 0.05) / (Math.min(surface, light) + 0.05);
  return (ink[3] ?? 0) >= FAINT && contrast >= LEAST_CONTRAST;
}

/** Whether a line of text is in a box: letters may stand out above and below, but not beside it. */
function isIn(line: DOMRect, { top, bottom, left, right }: DOMRect): boolean {
  const middle = (line.top + line.bottom) / 2;
  return middle >= top && middle <= bottom && line.left >= left - 2 && line.right <= right + 2;
}

/** Whether the lines of a text are large enough, and not cut off up to the element `whole`. */
function isWhole(lines: readonly DOMRect[], parent: Element, whole: Element): boolean {
  if (lines.length === 0 || lines.some(({ height }) => height < SMALLEST_LINE)) return false;
  for (const at of drawnIn(parent)) {
    const box = at.getBoundingClientRect();
    const cuts = at === whole || styleOf(at).overflow !== 'visible';
    if (cuts && !lines.every((line) => isIn(line, box))) return false;
    if (at === whole) break;
  }
  return true;
}

/** The texts of an element that a person can read in it: drawn, whole, large enough, with contrast. */
export function legibleText(element: Element): string {
  const { ownerDocument } = element;
  const walker = ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = ownerDocument.createRange();
  let text = '';
  while (walker.nextNode() !== null) {
    const { currentNode: node } = walker;
    const { parentElement: parent, textContent } = node;
    if (parent === null || textContent === null) continue;
    range.selectNodeContents(node);
    const isBlank = textContent.trim() === '';
    const lines = [...range.getClientRects()];
    if (isBlank || (isWhole(lines, parent, element) && isDrawn(parent) && hasInk(parent)))
      text += textContent;
  }
  return text;
}
