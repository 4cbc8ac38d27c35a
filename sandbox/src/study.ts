/** A client's study, which research tasks link to. It reports who has finished, signed. */
import { createHmac } from 'node:crypto';
import { type HandlerResult, html, notFound, type SandboxRequest } from './http.ts';
import { cardPage, type Html, markup } from './page.ts';
import { SECRET, type State } from './state.ts';

const STUDY = { theme: 'study', name: 'A client’s study', about: 'A stand-in. It knows a pseudonym and nothing else.' };
const studyPage = (title: string, content: Html): string => cardPage(STUDY, title, content);

export async function handleStudy(state: State, { method, query }: SandboxRequest): Promise<HandlerResult> {
  const [task, pid] = [query.get('task') ?? '', query.get('pid') ?? ''];
  if (!/^[a-z0-9-]{1,40}$/.test(task) || !/^t_[0-9a-f]{32}$/.test(pid))
    return html(400, studyPage('This study can’t be opened', markup`<p>The link has no task or no pid.</p>`));
  if (method === 'GET')
    return html(
      200,
      studyPage(
        'What is on your table in the morning?',
        markup`<p class="soft">Task ${task}, pid ${pid}</p><form method="post" class="stack"><button class="main">Finish</button></form>`,
      ),
    );
  if (method !== 'POST') return notFound();
  const signature = createHmac('sha256', SECRET).update(`finished:${task}:${pid}`).digest('hex');
  const report = `${state.panelOrigin}/t/${task}/finished?pid=${pid}&signature=${signature}`;
  const status = await fetch(report, { method: 'POST' }).then(
    (answer) => answer.status,
    () => 0,
  );
  return status === 204
    ? html(200, studyPage('Thank you', markup`<p class="good">You have finished. The panel has been notified.</p>`))
    : html(
        502,
        studyPage('Thank you', markup`<p class="bad">The panel refused the report: it answered ${status}.</p>`),
      );
}
