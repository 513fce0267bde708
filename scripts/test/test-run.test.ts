import { describe, expect, test } from 'vitest';
import { failure, StageRunner, stageLine, totalLine } from './stage.ts';
import { type VitestReport, vitestOutcome } from './vitest-stage.ts';

function report(fields: Partial<VitestReport> = {}): VitestReport {
  return {
    success: true,
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
    ...fields,
  };
}

describe('counting a run of tests', () => {
  test('a run without failures', () => {
    expect(vitestOutcome(report(), true, '')).toMatchObject({ passed: 3, failed: 0 });
  });

  test('a file that could not be run is one failure', () => {
    const testResults = [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }];
    const broken = report({ success: false, testResults });
    expect(vitestOutcome(broken, false, '')).toMatchObject({ passed: 3, failed: 1 });
  });

  test('a run that failed without a failed test is one failure', () => {
    expect(vitestOutcome(report({ success: false }), false, '').failed).toBe(1);
    expect(vitestOutcome(report(), false, '').failed).toBe(1);
    expect(vitestOutcome(undefined, true, '').failed).toBe(1);
  });

  test('skipped tests are named', () => {
    const assertionResults = [{ status: 'pending', fullName: 'a works' }];
    const testResults = [{ name: 'a.test.ts', status: 'passed', assertionResults }];
    expect(vitestOutcome(report({ testResults }), true, '').note).toBe('SKIPPED 1: a works');
  });

  test('each failure is shown with its file, and nothing else', () => {
    const testResults = [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'a works' },
          { status: 'failed', fullName: 'a breaks', failureMessages: ['expected 1 to be 2'] },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'cannot load', assertionResults: [] },
    ];
    const failed = report({ success: false, numFailedTests: 1, testResults });
    expect(vitestOutcome(failed, false, 'a long log').output).toBe(
      'a.test.ts: a breaks\nexpected 1 to be 2\n\nb.test.ts\ncannot load',
    );
  });

  test('the end of the log is shown when no failure is listed', () => {
    const log = `${'passed\n'.repeat(500)}Unhandled Error: lost`;
    const { output = '' } = vitestOutcome(report({ success: false }), false, log);
    expect(output).toContain('Unhandled Error: lost');
    expect(output.length).toBeLessThan(2_000);
  });
});

describe('running stages', () => {
  test('an error of a stage is its failure, and the next stage runs', async () => {
    const lines: string[] = [];
    const runner = new StageRunner((text) => lines.push(text));
    await runner.run('first', async () => {
      throw new Error('no browser');
    });
    await runner.run('second', async () => ({ passed: 5, failed: 0 }));
    await runner.run('third', async () => failure('because'));
    expect(lines.join('\n')).toContain('no browser');
    expect(totalLine(runner.ended)).toBe('5 passed, 2 failed');
  });

  test('a line of the summary has stage, counts and time', () => {
    const line = stageLine({ name: 'tests', seconds: 12.34, passed: 3, failed: 1, note: 'x' });
    expect(line).toBe('FAIL   12.3 s  tests              3 passed, 1 failed; x');
  });
});
