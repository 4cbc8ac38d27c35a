/** Calls to the product and its sandbox, without a browser. */
import { goldenFor } from '@panel/domain/golden';
import { api } from '@panel/domain/paths';

const post = (address: string, body: object): Promise<Response> =>
  fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

export const sendRegistration = (origin: string, did: string): Promise<Response> =>
  post(origin + api.register, goldenFor('registration', did));

/** Sets what the sandbox's parties do, and reads what they got. */
export const sandboxAt = (origin: string) => ({
  async set(path: string, body: object): Promise<void> {
    const answer = await post(`${origin}/__sandbox/${path}`, body);
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}: ${await answer.text()}`);
  },
  read: async <Answer>(path: string): Promise<Answer> => (await fetch(`${origin}/__sandbox/${path}`)).json() as Answer,
});
