import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { secretProblem } from './secret-problem.ts';

const NEW = randomBytes(32).toString('base64');
const OLD = randomBytes(32).toString('base64');
const problemOf = (...secrets: readonly unknown[]) => secretProblem(secrets, 'the relay')?.message;

describe('secretProblem', () => {
  it('accepts one secret or several', () => {
    expect(problemOf(NEW)).toBeUndefined();
    expect(problemOf(NEW, OLD)).toBeUndefined();
  });

  it.each([[['']], [['short']], [[]], [[NEW, 'short']], [[undefined]]])('refuses %j', (secrets) => {
    expect(problemOf(...secrets)).toBe('Every secret of the relay needs at least 32 bytes.');
  });

  it('refuses a secret that is listed twice', () => {
    expect(problemOf(NEW, NEW)).toBe('Two secrets of the relay are the same.');
  });

  it.each([
    'a'.repeat(32),
    'ab'.repeat(40),
    'password'.repeat(8),
    'abcdefghijklmnopqrstuvwxyz0123456789',
    '0123456789'.repeat(4),
    `${'0'.repeat(60)}1234`,
  ])('refuses %j, which is long but easy to guess', (secret) => {
    expect(problemOf(secret)).toContain('easy to guess');
  });

  it('accepts random secrets of every alphabet', () => {
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      for (let count = 0; count < 200; count += 1) {
        expect(problemOf(randomBytes(32).toString(encoding))).toBeUndefined();
      }
    }
  });

  it('never shows a secret', () => {
    expect(problemOf(NEW, 'hunter2')).not.toContain('hunter2');
  });
});
