import { expect, test } from 'vitest';
import { rules } from '../lab/doors.ts';
import { openLab } from '../lab/lab.ts';
import { accountStatements } from '../register/accounts.ts';
import { walletStatements } from '../register/wallets.ts';

const statements = [...walletStatements, ...accountStatements];

rules('the register of statements', (door) => {
  test.each(statements)('rule 118: $rule ($source)', async ({ accepted, refused, as }) => {
    const [status, code, field] = as;
    const lab = await openLab(door);
    const good = await accepted(lab);
    expect(good.status, JSON.stringify(good.body)).toBeLessThan(300);
    const bad = await refused(lab);
    expect(bad.body).toMatchObject({ status, code });
    if (field === undefined) return;
    const { errors } = bad.body.details as { errors: { field: string }[] };
    expect(errors.map((error) => error.field)).toContain(field);
  });
});

test('each statement is in the register once', () => {
  const keys = statements.map(({ rule }) => rule);
  expect(new Set(keys).size).toBe(keys.length);
});
