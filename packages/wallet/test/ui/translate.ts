/** Rewrites each text as the translators of browsers do, which heed the mark `translate="no"`. */
export function translate(isHeeded: boolean, root: Node = document.body): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  for (const text of found) {
    if (isHeeded && text.parentElement?.closest('[translate=no]')) continue;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data.replace(/[a-z]+/gi, 'wort');
    outer.append(inner);
    text.replaceWith(outer);
  }
}
