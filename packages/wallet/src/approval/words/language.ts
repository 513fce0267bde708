import { englishQuestion } from '@org/payments-contract/internal/question';

function stringsOf(written: object): readonly string[] {
  return Object.values(written).flatMap((one) => (typeof one === 'string' ? one : stringsOf(one)));
}

/** Matches a text of English words that are given as data, and two of them in a line. */
export function patternOf(written: object): RegExp {
  const one = stringsOf(written)
    .map((text) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+'))
    .join('|');
  return new RegExp(`^(?:${one})(?: (?:${one}))?$`, 's');
}

/**
 * Keeps the language of English texts among those of another one, now and when they change: a platform
 * may replace only some of them. Their direction follows.
 */
export function keepEnglish(
  roots: readonly HTMLElement[],
  english: RegExp,
  langOf: () => string,
): void {
  const mark = () => {
    const lang = langOf();
    if (/^en\b/.test(lang)) return;
    for (const part of roots.flatMap((root) => [
      root,
      ...root.querySelectorAll<HTMLElement>('*'),
    ])) {
      const texts = [...part.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      if (english.test(texts.map(({ textContent }) => textContent).join(''))) part.lang = 'en';
      else if (part.lang === 'en') part.lang = lang;
    }
  };
  mark();
  const changes = new MutationObserver(mark);
  const all = { childList: true, characterData: true, subtree: true };
  for (const root of roots) changes.observe(root, all);
}

let question: RegExp | undefined;

/** Gives the element of a question the language of its words, all but those that are English still. */
export function setLanguage(root: HTMLElement, lang: string): void {
  root.lang = lang;
  question ??= patternOf(englishQuestion);
  keepEnglish([root], question, () => lang);
}
