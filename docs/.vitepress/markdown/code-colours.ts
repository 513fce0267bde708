import { createCssVariablesTheme, type ShikiTransformer } from 'shiki';

/**
 * A theme with names in place of colours. `style.css` has a light and a dark colour for each name, so a
 * block is split into tokens once, not once for each colour scheme.
 */
export const codeTheme = createCssVariablesTheme({
  name: 'named-colours',
  variablePrefix: '--code-',
});

type Children = Parameters<NonNullable<ShikiTransformer['line']>>[0]['children'];

/** The name of a token's colour; undefined for text in the colour of the block. */
function colourOf(child: Children[number]): string | undefined {
  if (child.type !== 'element') return undefined;
  const name = /var\(--code-(?:token-)?([\w-]+)\)/.exec(String(child.properties.style ?? ''))?.[1];
  return name === 'foreground' || name === 'punctuation' ? undefined : name;
}

function textOf(child: Children[number]): string {
  if (child.type === 'text') return child.value;
  return child.type === 'element' ? child.children.map(textOf).join('') : '';
}

/** Puts neighbours of one colour into one element with a class, and plain text into none. */
export const fewerElements: ShikiTransformer = {
  name: 'fewer-elements',
  line(line) {
    const runs: { colour: string | undefined; text: string }[] = [];
    for (const child of line.children) {
      const colour = colourOf(child);
      const last = runs.at(-1);
      if (last !== undefined && last.colour === colour) last.text += textOf(child);
      else runs.push({ colour, text: textOf(child) });
    }
    line.children = runs.map(({ colour, text }) => {
      const value = { type: 'text', value: text } as const;
      if (colour === undefined) return value;
      return {
        type: 'element',
        tagName: 'span',
        properties: { class: `code-${colour}` },
        children: [value],
      };
    });
  },
};
