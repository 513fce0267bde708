import { Readable } from 'node:stream';
import nock from 'nock';
import { interceptorMatrix, ORIGIN } from './interceptor-matrix.ts';
import { systemError } from './ledger-service.ts';

const json = { 'content-type': 'application/json' };

interceptorMatrix({
  name: 'nock',
  takes: ['node:http', 'fetch'],
  // The error of a body's stream does not reach the client.
  keepsOpen: ['node:http', 'fetch'],
  start(handle) {
    if (!nock.isActive()) nock.activate();
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      nock(ORIGIN)
        .persist()
        .intercept(/./, method)
        .reply(function (uri, _body, callback) {
          const { headers } = this.req;
          const reply = handle({
            method,
            url: `${ORIGIN}${uri}`,
            header: (field) => headers[field] && String(headers[field]),
          });
          if (reply.kind === 'silence') return;
          if (reply.kind === 'error') callback(systemError(reply.isRefusal), [500, '', {}]);
          else if (reply.kind === 'response') callback(null, [reply.status, reply.text, json]);
          else {
            const body = new Readable({ read() {} });
            body.push(reply.text.slice(0, reply.text.length / 2));
            callback(null, [reply.status, body, json]);
          }
        });
    }
    return {
      stop() {
        nock.cleanAll();
        nock.restore();
      },
    };
  },
});
