import { readFileSync } from 'node:fs';
import { openApiDocument } from './docs/openapi/document.ts';
import { changesBetween } from './follow/changes.ts';
import { reportOn } from './follow/report.ts';
import { DocumentError, surfaceOf } from './follow/surface.ts';

/**
 * Compares an OpenAPI document of the service with the contract: `npm run follow -- <file>`. The exit
 * code is 0 if every difference has a decision, 1 if not, and 2 if the file cannot be compared.
 */
const [file, ...others] = process.argv.slice(2);
if (file === undefined || others.length > 0) {
  console.error('Name one file: npm run follow -- openapi.json');
  process.exit(2);
}

function readDocument(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new DocumentError(`${path} is not JSON: ${(cause as Error).message}`, { cause });
  }
}

try {
  const changes = changesBetween(surfaceOf(openApiDocument()), surfaceOf(readDocument(file)));
  const { text, open } = reportOn(changes);
  console.log(text);
  process.exitCode = open.length === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof DocumentError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
