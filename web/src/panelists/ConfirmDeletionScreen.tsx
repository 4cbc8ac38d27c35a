import { screens } from '@panel/domain/paths';
import { deletion } from '@panel/domain/wording';
import { Button, buttonClass } from '@panel/ui/Button';
import { productName } from '../calls/config.ts';
import { Link } from '../routing/router.tsx';
import { QuestionPage } from '../without-script/forms.tsx';

/** The deletion's dialog as a page, without script. */
export default function ConfirmDeletionScreen() {
  const { dialogTitle, dialogText, cancel, confirm } = deletion(productName());
  return (
    <QuestionPage title={dialogTitle} text={dialogText}>
      <Link className={buttonClass('plain')} to={screens.deleteProfile}>
        {cancel}
      </Link>
      <Button type="submit" tone="danger">
        {confirm}
      </Button>
    </QuestionPage>
  );
}

export * from './Menu.tsx';
