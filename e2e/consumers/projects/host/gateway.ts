import { createServer } from 'node:http';
import { handler } from './lambda.ts';

/** API Gateway in front of a function: each request is an event of format 2.0. */
createServer(async (incoming, outgoing) => {
  const body = Buffer.concat(await incoming.toArray());
  const path = incoming.url ?? '/';
  const { cookie, ...headers } = incoming.headers;
  const http = { method: incoming.method, path, sourceIp: '192.0.2.1', protocol: 'HTTP/1.1' };
  const event = {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: '',
    headers,
    ...(cookie !== undefined && { cookies: cookie.split('; ') }),
    requestContext: { http, stage: '$default', domainName: 'api.example.com', requestId: '1' },
    body: body.toString('base64'),
    isBase64Encoded: true,
  };
  const result = await handler(event, { callbackWaitsForEmptyEventLoop: true }, () => {});
  outgoing
    .writeHead(result.statusCode, result.headers)
    .end(Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8'));
}).listen(Number(process.env.PORT));
