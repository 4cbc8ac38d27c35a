import { DEFINITIONS } from '@panel/domain/console/definitions';
import { TASK_FIGURES, type TaskFigure, type TaskProgress } from '@panel/domain/console/sample-page';
import { Button } from '@panel/ui/Button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, queryClient } from '../api.ts';
import { FigureOverTime } from '../charts/FigureOverTime.tsx';
import { LineChart } from '../charts/LineChart.tsx';
import { count, dayAndTime, plural } from '../format.ts';
import { OperationButton } from '../operations/OperationButton.tsx';
import { useMayRun } from '../operations/use-may-run.ts';
import { Define } from '../parts/Definitions.tsx';
import layout from '../parts/layout.module.css';
import { TASK_STATE_WORDS } from '../words.ts';
import styles from './TaskFigures.module.css';
import { TaskSend, type TaskSendProps } from './TaskSend.tsx';

const RELOAD_EVERY_MS = 3000;
const DEFINED = {
  sent: 'task-sent',
  opened: 'task-opened',
  finished: 'task-finished',
  dropped: 'task-dropped',
  'left-out': 'task-left-out',
} as const;
const nameOf = (figure: TaskFigure): string => (figure === 'reminded' ? 'Reminded' : DEFINITIONS[DEFINED[figure]].word);

/** A task as its page loaded it. While it is being sent, only the task is loaded again. */
function useProgress(ofPage: TaskProgress): TaskProgress {
  const isSending = ofPage.state === 'sending';
  const { data } = useQuery({
    queryKey: [`/tasks/${encodeURIComponent(ofPage.task)}`],
    queryFn: ({ queryKey: [path = ''], signal }) => call<TaskProgress>(path, { signal, isPoll: true }),
    enabled: isSending,
    initialData: ofPage,
    // The page's own data is fresh until the next interval.
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.state === 'sending' ? RELOAD_EVERY_MS : false),
  });
  const isDone = isSending && data.state !== 'sending';
  useEffect(() => {
    // The list of tasks shows the state too.
    if (isDone) void queryClient.refetchQueries();
  }, [isDone]);
  return isSending ? data : ofPage;
}

/** A task's figures so far. */
export function TaskFigures({ task: ofPage, sample }: TaskSendProps) {
  const [isReminding, setReminding] = useState(false);
  const mayRemind = useMayRun(['remind-task']);
  const task = useProgress(ofPage);
  const isSending = task.state === 'sending';
  // The others wait for an operator.
  const isSoft = task.state === 'soft-launched';
  const { figures, progress, drawn, sendAt, continueAt, remindAt, openedBeforeReminder } = task;
  const seriesOf = (figure: TaskFigure) => ({ name: nameOf(figure), values: progress.map((each) => each[figure]) });
  const begun = sendAt ? `Sending ${sendAt > sample.at ? 'starts' : 'started'} ${dayAndTime(sendAt)}` : 'Not sent yet';
  const before = openedBeforeReminder === null ? '' : ` (${count(openedBeforeReminder)} had opened the link before)`;
  const continued = continueAt ? `, the others ${dayAndTime(continueAt)}` : '';
  const reminded = remindAt ? `, reminder ${dayAndTime(remindAt)}${before}` : '';
  return (
    <>
      <FigureOverTime
        title={`Task ${task.task}`}
        sub={`${TASK_STATE_WORDS[task.state][1]}. ${begun}${continued}${reminded}. ${count(drawn)} drawn, seed ${task.seed}.`}
        page="sample"
        table="task"
        above={
          <>
            {isSending && <SendingBar task={task} />}
            <dl className={styles.counts}>
              {TASK_FIGURES.map((figure) => (
                <div key={figure}>
                  <dt>
                    {nameOf(figure)} {figure !== 'reminded' && <Define word={DEFINED[figure]} />}
                  </dt>
                  <dd>{count(figures[figure])}</dd>
                </div>
              ))}
            </dl>
            <div className={layout.row}>
              {task.nextSend?.operation === 'remind-task' && !isReminding && mayRemind && (
                <Button tone="plain" onClick={() => setReminding(true)}>
                  Remind {plural(task.nextSend.people, 'person', 'people')}…
                </Button>
              )}
              {(isSending || task.state === 'scheduled' || isSoft) && (
                <OperationButton name="stop-task" known={{ task: task.task }} isDanger>
                  Stop…
                </OperationButton>
              )}
            </div>
          </>
        }
        chart={LineChart}
        labelHead="Up to"
        labels={progress.map(({ at }) => dayAndTime(at))}
        format={count}
        series={(['sent', 'opened', 'finished', 'dropped'] as const).map(seriesOf)}
        tableSeries={TASK_FIGURES.map(seriesOf)}
      />
      {(isReminding || isSoft) && <TaskSend task={task} sample={sample} />}
    </>
  );
}

/** Of the invitations, and once these are sent of the reminders to those who had not opened theirs. */
function SendingBar({ task }: { task: TaskProgress }) {
  const { figures, drawn, softPeople, continueAt, openedBeforeReminder: opened } = task;
  const invited = continueAt === null ? (softPeople ?? drawn) : drawn;
  const [done, all] =
    opened === null ? [figures.sent + figures['left-out'], invited] : [figures.reminded, figures.sent - opened];
  return (
    <p className={styles.sending}>
      <progress value={done} max={all} aria-label={`Sending ${task.task}`} />
      <span>
        {count(done)} of {count(all)} {opened !== null && 'reminded'}
      </span>
    </p>
  );
}
