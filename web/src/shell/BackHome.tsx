import { screens } from '@panel/domain/paths';
import { COMMON } from '@panel/domain/wording';
import { Icon } from '@panel/ui/Icon';
import { arrowLeftIcon } from '@panel/ui/icons';
import { Link } from '../routing/router.tsx';

export const BackHome = () => (
  <Link className="back" to={screens.home}>
    <Icon icon={arrowLeftIcon} />
    {COMMON.goBack}
  </Link>
);
