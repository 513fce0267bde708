import { McpOptionError } from '../errors/option-error.ts';
import type { PaymentsTool } from './tool.ts';

/** Whether a name is that of the tool's operation, or of the resource it belongs to. */
function isNamed({ operation }: PaymentsTool, name: string): boolean {
  return [operation.name, operation.name.replace(/^agent\./, '')].some(
    (own) => own === name || own.startsWith(`${name}.`),
  );
}

/**
 * The tools of a server that were chosen by the names of operations or resources; without names, all.
 *
 * @throws McpOptionError for a name that matches none of the tools
 */
export function chosenTools(
  tools: readonly PaymentsTool[],
  names: readonly string[] | undefined,
): readonly PaymentsTool[] {
  if (names === undefined) return tools;
  const unknown = names.filter((name) => !tools.some((tool) => isNamed(tool, name)));
  if (unknown.length > 0) {
    throw new McpOptionError(
      `\`tools\` names ${unknown.join(', ')}, which matches no tool of this server.`,
      'Name operations such as transactions.list, or resources such as transactions. A write of a platform must be in `allowWrites` too.',
    );
  }
  return tools.filter((tool) => names.some((name) => isNamed(tool, name)));
}
