export const OPT_OUT = {
  title: 'Research tasks',
  switch: 'Receive research tasks',
  isIn: 'You have OPT-IN to receive research tasks, if you wish to stop receiving research tasks please turn off the switch!',
  isOut:
    'You have OPT-OUT from receiving research tasks, if you wish to receive research tasks please turn on the switch!',
  turnedIn: 'You have just OPT-IN to receive research tasks from us',
  turnedOut: 'You have just OPT-OUT from receiving research tasks from us',
  save: 'Save',
  note: 'Opting out stops the messages. Your profile and your rewards stay as they are.',
} as const;
