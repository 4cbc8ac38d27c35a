import { contactLine } from '@panel/domain/wording';
import { panelContact } from '../calls/config.ts';

/** How to reach the panel, at the foot of a screen. */
export const Contact = () => <p className="contact">{contactLine(panelContact())}</p>;
