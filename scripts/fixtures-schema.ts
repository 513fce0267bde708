import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describedFixturesSchema } from './docs/facts/fixtures.ts';
import { root } from './lib/workspace.ts';

/** Writes the schema of files of fixtures into the package of the mock, once its declarations are built. */
const file = join(root, 'packages/mock/dist/fixtures.schema.json');
writeFileSync(file, JSON.stringify(describedFixturesSchema()));
