import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolCommentsPage } from './generate/tool-comments.ts';
import { root } from './lib/workspace.ts';

/**
 * Writes the descriptions of the MCP tools from the comments of the contract, which do not exist when
 * a program runs. `npm ci` does it, because the file is not committed; `npm run generate` does it again.
 */
const { path, text } = toolCommentsPage();
writeFileSync(join(root, path), text);
