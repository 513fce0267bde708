import type { Hono } from 'hono';
import * as z from 'zod';
import type { Mock } from '../../mock.ts';
import { checked, onlyFields } from '../../usage-error.ts';
import { readJson } from './input.ts';

const text = z.string('must be a string').min(1, 'must not be empty');
const resendBody = z.strictObject({ id: text }, { error: onlyFields(['id']) });
const targetBody = z.strictObject({ url: text }, { error: onlyFields(['url']) });
const triggerBody = z.strictObject({ type: text }, { error: onlyFields(['type']) });

/**
 * Returns the routes of events, deliveries and the key that verifies them, including delivering
 * again and triggering events.
 */
export function webhookRoutes(app: Hono, mock: Mock): void {
  app.get('/webhooks/key', (context) => context.text(mock.webhooks.publicKey));
  app.post('/webhooks/key/rotate', (context) => context.text(mock.webhooks.rotateKey(), 201));
  app.get('/webhooks/events', (context) => {
    const type = context.req.query('type');
    return context.json(type === undefined ? mock.events : mock.eventsOf(type as 'TEST'));
  });
  app.get('/webhooks/deliveries', (context) => {
    const eventId = context.req.query('eventId');
    const { deliveries } = mock.webhooks;
    const isShown = (delivery: { readonly eventId: string }) =>
      eventId === undefined || delivery.eventId === eventId;
    return context.json(deliveries.filter(isShown));
  });
  app.post('/webhooks/resend', async (context) => {
    const body = await readJson(context.req.raw);
    const { id } = checked('The event was not sent again', resendBody, body);
    return context.json(await mock.webhooks.resend(id));
  });
  app.post('/webhooks/targets', async (context) => {
    const body = await readJson(context.req.raw);
    mock.deliverTo(checked('The URL was not added', targetBody, body).url);
    return context.body(null, 204);
  });
  app.post('/webhooks/trigger', async (context) => {
    const body = await readJson(context.req.raw);
    const { type } = checked('The event was not triggered', triggerBody, body);
    return context.json(mock.webhooks.trigger(type), 201);
  });
}
