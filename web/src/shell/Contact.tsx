import { CONTACT } from '@panel/domain/wording';
import { Icon } from '@panel/ui/Icon';
import { chatIcon } from '@panel/ui/icons';
import styles from './Contact.module.css';
import { panelContact } from './config.tsx';

/** How to reach the panel, at the foot of a screen. */
export const Contact = () => (
  <div className={`section ${styles.contact}`}>
    <Icon icon={chatIcon} />
    <p>
      <b>{CONTACT.title}</b>
      <br />
      {CONTACT.text(panelContact())}
    </p>
  </div>
);
