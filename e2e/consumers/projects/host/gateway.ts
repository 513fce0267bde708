import { createServer, type IncomingMessage } from 'node:http';
import { handler } from './lambda.ts';

const elb = {
  targetGroupArn: 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:targetgroup/payments/1',
};

/** The event in which each front of a function writes a request. */
const fronts = {
  /** API Gateway and function URLs, format 2.0. */
  PORT(
    { url: path = '/', method, headers: { cookie, ...headers } }: IncomingMessage,
    body: Buffer,
  ) {
    const http = { method, path, sourceIp: '192.0.2.1', protocol: 'HTTP/1.1' };
    return {
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
  },
  /** An Application Load Balancer, which hands JSON over as text. */
  BALANCER_PORT({ url: path = '/', method: httpMethod, headers }: IncomingMessage, body: Buffer) {
    return {
      requestContext: { elb },
      httpMethod,
      path,
      queryStringParameters: {},
      headers: { ...headers, 'x-forwarded-for': '192.0.2.1' },
      body: body.toString(),
      isBase64Encoded: false,
    };
  },
};

for (const [variable, eventOf] of Object.entries(fronts)) {
  createServer(async (incoming, outgoing) => {
    const event = eventOf(incoming, Buffer.concat(await incoming.toArray()));
    const result = await handler(event, { callbackWaitsForEmptyEventLoop: true }, () => {});
    outgoing
      .writeHead(result.statusCode, result.headers)
      .end(Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8'));
  }).listen(Number(process.env[variable]));
}
