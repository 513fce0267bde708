/** A generated file: its path from the root, and its expected text. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** A Markdown table. Bars inside cells are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
