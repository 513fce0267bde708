/** A color of ours, the custom property that replaces it, and how it is light and dark. */
const COLORS = [
  ['surface', 'background', '#fff', '#1a1c22'],
  ['text', 'text', '#16181d', '#f1f2f5'],
  ['muted', 'muted', '#5b6270', '#a6adbb'],
  ['border', 'border', '#d9dce3', '#3a3f4b'],
  ['field', 'field', '#f4f5f8', '#252831'],
  ['accent', 'accent', '#1747b0', '#8fb1ff'],
  ['on-accent', 'on-accent', '#fff', '#0b1530'],
  ['danger', 'danger', '#a31515', '#ff9a91'],
  ['good', 'success', '#0d6b3c', '#6fdca0'],
  ['warn', 'warning', '#fff6e0', '#3a2f12'],
  ['on-warn', 'on-warning', '#5c4000', '#ffe2a0'],
] as const;

function colors(choose: (light: string, dark: string) => string): string {
  return COLORS.map(
    ([name, given, light, dark]) =>
      `--${name}: var(--payments-wallet-${given}, ${choose(light, dark)});`,
  ).join('');
}

/**
 * The look of everything a person is shown: one set of tokens. A platform sets the custom properties
 * `--payments-wallet-accent`, `-on-accent`, `-background`, `-text`, `-muted`, `-border`, `-field`,
 * `-danger`, `-warning`, `-on-warning`, `-font`, `-radius`; everything is drawn on a surface of its own,
 * light or dark as its `color-scheme`.
 */
export const tokens = (selector: string) => `
${selector} {
  ${colors((light) => light)}
  --radius: var(--payments-wallet-radius, .625rem);
  color: var(--text);
  font: 1rem/1.45 var(--payments-wallet-font, system-ui, sans-serif);
}
@supports (color: light-dark(#fff, #000)) {
  ${selector} { ${colors((light, dark) => `light-dark(${light}, ${dark})`)} }
}
/* Our words run as their language does, whatever the direction of the page. */
[lang] { direction: ltr; }
[lang]:is(:lang(ar), :lang(fa), :lang(he), :lang(ur)) { direction: rtl; }
`;
