import { shownDay } from '@panel/domain/calendar';
import type { ChoiceState } from '@panel/domain/panelists/your-data';
import { CHOICE_TEXTS, YOUR_DATA } from '@panel/domain/wording/your-data';
import { Button } from '@panel/ui/Button';
import { useId } from 'react';
import { ActionForm } from '../without-script/forms.tsx';
import { CHOOSE_FIELD, OFF_SUFFIX, ON_SUFFIX } from './fields.ts';
import type { YourDataPage } from './use-your-data.ts';
import styles from './YourData.module.css';

/** It is erased, which a switch would not say, and can't be undone. */
const ERASED_CHOICE = 'special:ethnicity';

function stateText({ choice, isOn, since }: ChoiceState): string {
  if (since === null) return YOUR_DATA.neverOn;
  const day = shownDay(new Date(since));
  return isOn ? YOUR_DATA.onSince(day) : YOUR_DATA.offSince(day, CHOICE_TEXTS[choice].off);
}

type ChoicesProps = { choices: readonly ChoiceState[] } & Pick<YourDataPage, 'choosing' | 'choose'>;

/** A switch is a button of a form, so that it also works without script. */
function ChoiceRow({ state, choosing, choose }: { state: ChoiceState } & Omit<ChoicesProps, 'choices'>) {
  const { choice, isOn } = state;
  const id = useId();
  const { title, text } = CHOICE_TEXTS[choice];
  const isBusy = choosing === choice;
  const describedBy = `${id}text ${id}state`;
  return (
    <li>
      <ActionForm
        name={CHOOSE_FIELD}
        value={choice + (isOn ? OFF_SUFFIX : ON_SUFFIX)}
        onAct={() => choose.run(choice, !isOn)}
      >
        <div className={styles.choice}>
          <div className={styles.choiceText}>
            <b id={id}>{title}</b>
            <p className="small" id={`${id}text`}>
              {text}
            </p>
            <p className={`small ${styles.state}`} id={`${id}state`}>
              {stateText(state)}
            </p>
          </div>
          {choice !== ERASED_CHOICE && (
            <button
              type="submit"
              className={styles.switch}
              role="switch"
              aria-disabled={(choosing !== null && !isBusy) || undefined}
              // Shown as it will be, until the server has answered.
              aria-checked={isBusy ? !isOn : isOn}
              aria-labelledby={id}
              aria-describedby={describedBy}
            />
          )}
        </div>
        {choice === ERASED_CHOICE && isOn && (
          <Button type="submit" tone="plain" small busy={isBusy} aria-describedby={`${id} ${describedBy}`}>
            {YOUR_DATA.erase}
          </Button>
        )}
      </ActionForm>
    </li>
  );
}

export const Choices = ({ choices, ...rest }: ChoicesProps) => (
  <ul className={`card ${styles.list}`}>
    {choices.map((state) => (
      <ChoiceRow key={state.choice} state={state} {...rest} />
    ))}
  </ul>
);
