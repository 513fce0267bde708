/** A Markdown table. Bars inside cells are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The parts of a page with an empty line between them; empty ones are left out. */
export function blocks(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Text of a doc comment outside code: tags and templates are written out. */
export function prose(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith('`')
        ? part
        : part
            .replaceAll('<', '&lt;')
            .replaceAll('{{', '&#123;&#123;')
            .replaceAll(/\{@link (\w+)\}/g, '`$1`'),
    )
    .join('');
}

/** The text of a doc comment in a cell: one line, with the syntax of Vue and HTML escaped. */
export function cell(text: string): string {
  return prose(text).replaceAll(/\s*\n\s*/g, ' ');
}

/** The last part of an operation's address: `cards-update`, `card-simulations-simulate-return`. */
export function operationSlug(name: string): string {
  return name
    .replaceAll('.', '-')
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase();
}

/** The address of an operation's page. */
export function operationPath(name: string): string {
  return `/operations/${operationSlug(name)}`;
}

/** The last part of an event's address: `card-state-change`. */
export function eventSlug(type: string): string {
  return type.toLowerCase().replaceAll(/[._]/g, '-');
}

/** The address of an event's page. */
export function eventPath(type: string): string {
  return `/events/${eventSlug(type)}`;
}

/** The address of an error code's page: what `error.docs` leads to. */
export function errorPath(code: string): string {
  return `/errors/${code}`;
}

/** A link to the page of an operation. */
export function operationLink(name: string): string {
  return `[\`${name}\`](${operationPath(name)})`;
}

/** A link to the page of an event. */
export function eventLink(type: string): string {
  return `[\`${type}\`](${eventPath(type)})`;
}
