import { webhooks } from '../../../lib/payments';

export const dynamic = 'force-dynamic';
export const POST = (request: Request) => webhooks.fetch(request);
