import { screens } from '@panel/domain/paths';
import { COMMON } from '@panel/domain/wording';
import { arrowLeftIcon } from '../home/icons.ts';
import { Icon } from '../shell/Icon.tsx';
import { Link } from '../shell/router.tsx';

export const BackHome = () => (
  <Link className="back" to={screens.home}>
    <Icon icon={arrowLeftIcon} />
    {COMMON.goBack}
  </Link>
);
