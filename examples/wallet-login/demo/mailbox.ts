import type { Mock } from '@org/payments-mock';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { securityHeaders } from '../backend/security.ts';

/** Where the mailbox is, on the application's own origin. */
export const MAILBOX_PATH = '/mailbox';

const time = new Intl.DateTimeFormat('en', { timeStyle: 'medium' });

/** Shows the e-mails that the mock "sent": there is no other place where the codes could be read. */
export function mailboxOf(mock: Mock): Hono {
  return new Hono().get(MAILBOX_PATH, securityHeaders, (context) => {
    const messages = mock.outbox.filter(({ channel }) => channel === 'email').toReversed();
    return context.html(html`<!doctype html>
      <html lang="en">
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta http-equiv="refresh" content="3" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <title>Mailbox of the demo</title>
        <h1>Mailbox of the demo</h1>
        <p>What the service would have sent, newest first. This page reloads by itself.</p>
        ${messages.length === 0 ? html`<p>No message yet.</p>` : ''}
        <ul>
          ${messages.map(
            ({ at, to, code }) =>
              html`<li>${time.format(new Date(at))}, to ${to}: your code is <strong>${code}</strong></li>`,
          )}
        </ul>
      </html>`);
  });
}
