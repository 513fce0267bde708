import { drawnIn, ON_TOP, styleOf } from './legible.ts';

/** Elements that are drawn without a background. */
const DRAWN = 'img, svg, video, canvas, iframe, object, embed, picture, input, button';
/** Where a box is looked at: its corners can be round. */
const PLACES = [
  [0.5, 0.5],
  [0.5, 0.1],
  [0.5, 0.9],
  [0.02, 0.5],
  [0.98, 0.5],
] as const;

/** Whether something of an element itself can be seen: an empty box around messages covers nothing. */
function isPainted(element: Element): boolean {
  const { backgroundColor, backgroundImage, backdropFilter } = styleOf(element);
  const isTinted = !/^transparent$|[,/] *0\)$/.test(backgroundColor);
  const isBlurred = !['none', '', undefined].includes(backdropFilter);
  return isTinted || isBlurred || backgroundImage !== 'none' || element.matches(DRAWN);
}

function overlap(one: DOMRect, other: DOMRect): boolean {
  const isBeside = one.right <= other.left || one.left >= other.right;
  return !isBeside && one.bottom > other.top && one.top < other.bottom;
}

/** Finds what covers elements of a document, where the browser does not report it. */
export function createCoverSearch({ ownerDocument: page }: Element): (element: Element) => boolean {
  // A pointer passes through some covers, and does not find what is outside of a modal dialog.
  const { CSSStyleSheet: Sheet } = page.defaultView as Window & typeof globalThis;
  const touchable = new Sheet();
  touchable.replaceSync('* { pointer-events: auto !important }');
  const onTop = () => [...page.querySelectorAll(ON_TOP)];
  const below = new Set(onTop());

  function isHit(element: Element): boolean {
    const { left, top, width, height } = element.getBoundingClientRect();
    const around = new Set(drawnIn(element));
    const trees = new Set([element.getRootNode() as ShadowRoot, page]);
    return [...trees].some((tree) =>
      PLACES.some(([x, y]) => {
        for (const found of tree.elementsFromPoint(left + x * width, top + y * height)) {
          if (around.has(found) || element.contains(found)) return false;
          if (isPainted(found)) return true;
        }
        return false;
      }),
    );
  }

  return (element) => {
    const around = new Set(drawnIn(element));
    const box = element.getBoundingClientRect();
    const isUnder = onTop().some((one) => {
      const isOwn = below.has(one) || around.has(one) || element.contains(one);
      return !isOwn && overlap(one.getBoundingClientRect(), box);
    });
    if (isUnder) return true;
    // Nothing is drawn between.
    page.adoptedStyleSheets.push(touchable);
    try {
      return isHit(element);
    } finally {
      page.adoptedStyleSheets = page.adoptedStyleSheets.filter((one) => one !== touchable);
    }
  };
}
