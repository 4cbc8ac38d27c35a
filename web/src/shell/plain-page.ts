/** The class of the root element while the app is on its way or running. What only works with script is hidden without it. */
const CLASS = 'js';

const STARTED = 'started';
const classes = () => document.documentElement.classList;

export const markStarted = (): void => classes().add(STARTED);
export const hasStarted = (): boolean => classes().contains(STARTED);
export const showPlainPage = (): void => classes().remove(CLASS);
