import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Manifest, readJson, root } from '../lib/workspace.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const { scripts = {} } = readJson<Manifest>(join(root, 'package.json'));

const workflows = globSync('.github/workflows/*.yml', { cwd: root }).map((path) => {
  const text = readFileSync(join(root, path), 'utf8');
  return { path, text, workflow: parse(text) as Workflow };
});

function jobs(workflow: Workflow): Job[] {
  return Object.values(workflow.jobs);
}

test('there are workflows to check', () => {
  expect(workflows.map(({ path }) => path).sort()).toEqual([
    '.github/workflows/ci.yml',
    '.github/workflows/release.yml',
  ]);
});

describe.each(workflows)('$path', ({ text, workflow }) => {
  test('may only read the repository, unless a job has a reason', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const granted = jobs(workflow).flatMap(({ permissions = {} }) => Object.entries(permissions));
    expect(granted.filter(([, access]) => access === 'write').map(([name]) => name)).toEqual(
      'publish' in workflow.jobs ? ['id-token'] : [],
    );
  });

  test("does not run a fork's code with this repository's permissions", () => {
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
    expect(text).not.toContain('secrets.');
  });

  test('pins each action to a commit and names its version', () => {
    const uses = text.split('\n').filter((line) => line.includes('uses:'));
    expect(uses.length).toBeGreaterThan(0);
    for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v[\d.]+$/);
  });

  test("does not persist the repository's credential, and has a time limit", () => {
    for (const job of jobs(workflow)) {
      expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
      for (const { uses = '', with: inputs } of job.steps) {
        if (uses.startsWith('actions/checkout@')) {
          expect(inputs).toMatchObject({ 'persist-credentials': false });
        }
      }
    }
  });

  test('runs scripts that exist', () => {
    const commands = jobs(workflow).flatMap(({ steps }) => steps.map(({ run = '' }) => run));
    const named = commands.flatMap((command) => [...command.matchAll(/npm run ([\w:]+)/g)]);
    for (const [, name = ''] of named) expect(scripts).toHaveProperty(name);
  });
});
