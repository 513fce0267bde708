/** The address of the service, and the platform's token. */
export interface Service {
  readonly baseUrl: string;
  readonly tokenId: string;
  readonly clientSecret: string;
}

interface Listed {
  readonly data: readonly { readonly id: string }[];
  readonly nextCursor?: string;
}

/** A call by hand, as in many first versions. */
async function call(service: Service, method: string, path: string, init: object = {}) {
  const { body, headers } = init as { body?: object; headers?: Record<string, string> };
  const pair = Buffer.from(`${service.tokenId}:${service.clientSecret}`).toString('base64');
  const response = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Basic ${pair}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return { status: response.status, body: JSON.parse(text) as unknown };
}

/** All ids of a customer's payments. */
export async function paymentIds(service: Service, customerId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor = ''; ; ) {
    const query = `customerId=${encodeURIComponent(customerId)}&limit=100${cursor}`;
    const { body } = await call(service, 'GET', `/transactions?${query}`);
    const page = body as Listed;
    ids.push(...page.data.map(({ id }) => id));
    if (page.nextCursor === undefined) return ids;
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
}

/** Pays from an account. After a lost connection it is unknown whether the money has moved. */
export async function payOut(
  service: Service,
  from: string,
  to: string,
  amount: number,
): Promise<string> {
  const body = { source: { accountId: from }, destination: { accountId: to }, amount };
  const response = await call(service, 'POST', '/transfer-out', { body });
  return (response.body as { id: string }).id;
}

/** Freezes a card in two requests with one signature between them. */
export async function freezeCard(
  service: Service,
  id: string,
  stamp: (payload: string) => Promise<string>,
): Promise<string> {
  const body = { state: 'FROZEN' };
  const first = await call(service, 'PATCH', `/cards/${id}`, { body });
  const challenge = first.body as { requestId: string; payloadToSign: string };
  const headers = {
    'Request-Id': challenge.requestId,
    'Service-Wallet-Signature': await stamp(challenge.payloadToSign),
  };
  const second = await call(service, 'PATCH', `/cards/${id}`, { body, headers });
  return (second.body as { state: string }).state;
}
