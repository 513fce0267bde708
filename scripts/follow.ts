import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { openApiDocument } from './docs/openapi/document.ts';
import { changesBetween } from './follow/changes.ts';
import { inOwnWords, obligations } from './follow/register.ts';
import { reportOn, wordsReport } from './follow/report.ts';
import {
  contradicted,
  guideSentences,
  keepSentences,
  saidChanges,
  sentencesOf,
} from './follow/sentences.ts';
import { DocumentError, surfaceOf } from './follow/surface.ts';

/**
 * Compares an OpenAPI document of the service with the contract: `npm run follow -- <file> [folder]`,
 * with a folder of the service's guides whose sentences are compared too. The exit code is 0 if every
 * difference has a decision and no sentence is new, 1 if not, and 2 if the file cannot be compared. `--read`
 * states that all sentences were read.
 */
const [file, guides, ...others] = process.argv.slice(2).filter((each) => each !== '--read');
if (file === undefined || others.length > 0) {
  console.error(
    'Name a file, and a folder of guides: npm run follow -- openapi.yaml [guides] [--read]',
  );
  process.exit(2);
}

function readDocument(path: string): unknown {
  try {
    return parse(inOwnWords(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new DocumentError(`${path} is neither YAML nor JSON: ${(cause as Error).message}`, {
      cause,
    });
  }
}

try {
  const document = readDocument(file);
  const changes = changesBetween(surfaceOf(openApiDocument()), surfaceOf(document));
  const { text, open } = reportOn(changes);
  const told = guides === undefined ? [] : guideSentences(guides);
  const sentences = [...sentencesOf(document), ...told];
  if (process.argv.includes('--read')) keepSentences(sentences);
  const words = wordsReport(saidChanges(sentences), contradicted(document, obligations));
  console.log([text, ...words].join('\n\n'));
  process.exitCode = open.length === 0 && words.length === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof DocumentError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
