/** What the forms of Your data post without script. */
export const ACT_FIELD = 'act';
export const SEND_CODE = 'send-code';
export const LOCK = 'lock';
export const CODE_FIELD = 'code';
/** Its value is the choice and what to set it to: 'marketing on'. */
export const CHOOSE_FIELD = 'choose';
export const ON_SUFFIX = ' on';
export const OFF_SUFFIX = ' off';
