import { getGlobalDispatcher, MockAgent, setGlobalDispatcher } from 'undici';
import { interceptorMatrix, ORIGIN } from './interceptor-matrix.ts';
import { systemError } from './ledger-service.ts';

const json = { 'content-type': 'application/json' };

interceptorMatrix({
  name: "undici's MockAgent",
  takes: ['fetch', 'undici'],
  deliversWhole: ['fetch', 'undici'],
  start(handle) {
    const agent = new MockAgent();
    agent.disableNetConnect();
    const before = getGlobalDispatcher();
    setGlobalDispatcher(agent);
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      agent
        .get(ORIGIN)
        .intercept({ path: () => true, method })
        .reply(async ({ path, headers }) => {
          const fields = new Headers(headers as Record<string, string>);
          const header = (field: string) => fields.get(field) ?? undefined;
          const reply = handle({ method, url: `${ORIGIN}${path}`, header });
          if (reply.kind === 'silence') return await new Promise<never>(() => {});
          if (reply.kind === 'error') throw systemError(reply.isRefusal);
          return { statusCode: reply.status, data: reply.text, responseOptions: { headers: json } };
        })
        .persist();
    }
    return {
      dispatcher: agent,
      async stop() {
        setGlobalDispatcher(before);
        await agent.close();
      },
    };
  },
});
