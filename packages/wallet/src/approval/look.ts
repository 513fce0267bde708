import { questionLook } from '@org/payments-contract/internal/question';

const PROMPT = `
.payments-wallet > .payments-question { position: fixed; inset: 0; overflow: auto; container-type: size; padding-inline: max(0px, 50vw - 15rem); color-scheme: light dark; }
/* Two sentences in the room of a whole question. */
.payments-question.panel { justify-content: center; text-align: center; }
.payments-question.panel .body { flex: none; }
.payments-question.panel .foot { border-top: 0; }
/* A tall window is not torn apart: the buttons follow what they are about. */
@media (min-height: 48rem) { .payments-wallet > .payments-question .body { flex-grow: 0; } }
`;

const styled = new WeakSet<Document>();

/** Adds the look to a window of the signer, once. Set by script, which no content security policy forbids. */
export function applyLook(view: Window): void {
  const { document } = view;
  if (styled.has(document)) return;
  styled.add(document);
  const sheet = new (view as Window & typeof globalThis).CSSStyleSheet();
  sheet.replaceSync(questionLook + PROMPT);
  document.adoptedStyleSheets.push(sheet);
  if (document.querySelector('meta[name=viewport]') !== null) return;
  // Without it, a phone shows the window as small as a page made for a desk.
  const viewport = document.createElement('meta');
  viewport.name = 'viewport';
  viewport.content = 'width=device-width';
  document.head.append(viewport);
}
