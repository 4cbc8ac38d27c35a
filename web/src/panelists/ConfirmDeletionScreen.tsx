import { screens } from '@panel/domain/paths';
import { deletion } from '@panel/domain/wording';
import { Button, buttonClass } from '@panel/ui/Button';
import { productName } from '../shell/config.ts';
import { PlainPage } from '../shell/PlainForm.tsx';
import { Link } from '../shell/router.tsx';
import './Menu.tsx';

/** The deletion's dialog as a page, without script. */
export default function ConfirmDeletionScreen() {
  const { dialogTitle, dialogText, cancel, confirm } = deletion(productName());
  return (
    <PlainPage title={dialogTitle} text={dialogText}>
      <Link className={buttonClass('plain')} to={screens.deleteProfile}>
        {cancel}
      </Link>
      <Button type="submit" tone="danger">
        {confirm}
      </Button>
    </PlainPage>
  );
}
