import { expect, test } from 'vitest';
import { startStage, useStage, visit } from './support/stage.ts';
import { addAndUsePasskey, signInByCode, signUp, title } from './support/steps.ts';

useStage();

test("the policy allows only the page's own files, and the whole flow keeps it", async () => {
  const demo = await startStage();
  const answer = await fetch(demo.url);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain('unsafe');
  expect(await answer.text()).not.toMatch(/<script>|<style|style=|onclick=/);

  const { page, context, complaints } = await visit(demo);
  const hosts = new Set<string>();
  context.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await page.reload();
  await signUp(page);
  await signInByCode(demo, page);
  await addAndUsePasskey(page);
  expect([...hosts]).toEqual([demo.url]);
  expect(complaints).toEqual([]);
});

test('the policy is enforced: injected script does not run', async () => {
  const demo = await startStage();
  const { page, complaints } = await visit(demo, { expected: /Content Security Policy|Trusted/ });
  await title(page, 'Open your wallet').waitFor();
  const outcome = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<img src=x onerror="document.title = 1">';
      return 'set';
    } catch (error) {
      return error instanceof TypeError ? 'refused' : 'other';
    }
  });
  expect(outcome).toBe('refused');
  expect(complaints.length).toBeGreaterThan(0);
});

test('script can read neither the key nor the login, and secrets stay on the server', async () => {
  const demo = await startStage();
  const { page, context } = await visit(demo);
  const bodies: Promise<string>[] = [];
  context.on('response', (response) => {
    // A response that the page did not wait for has no text.
    if (response.url().includes('/api/')) bodies.push(response.text().catch(() => ''));
  });
  await signUp(page);
  await signInByCode(demo, page);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  );
  expect(stored).toBe('[{},{}]');
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  const received = (await Promise.all(bodies)).join();
  expect(received).toContain('ada@example.com');
  expect(received).not.toContain(demo.mock.connection.clientSecret);
});
