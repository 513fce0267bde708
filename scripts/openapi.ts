import { writeFileSync } from 'node:fs';
import { openApiDocument } from './docs/openapi/document.ts';

/** Writes the contract as an OpenAPI 3.1 document: `npm run openapi -- <file>`. */
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the file: npm run openapi -- openapi.json');
writeFileSync(file, `${JSON.stringify(openApiDocument(), undefined, 2)}\n`);
