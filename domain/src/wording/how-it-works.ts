import { ACTIVE_MONTHS } from '../panelists/rules.ts';

export const howItWorks = (brand: string) =>
  ({
    welcome: `Welcome to the ${brand}App Research Panel!`,
    lead: 'Your opinion counts here, and it is rewarded. Seven steps take you from your first tap to your first reward.',
    title: 'How it Works!',
    steps: [
      { title: 'Join', text: 'Tap Sign Up on Discover.' },
      { title: 'Accept the terms', text: 'Read them, tick the box, proceed.' },
      {
        title: 'Complete the profiling surveys',
        text: 'They tell us which surveys fit you. They give no reward.',
      },
      { title: 'Watch your chat', text: 'Invitations to surveys arrive there.' },
      { title: 'Pick the panel', text: 'Go to Surveys on Discover and choose the panel.' },
      {
        title: 'Get rewarded',
        text: 'You earn when you complete a survey. The reward varies by survey and partner.',
      },
      { title: 'Stay active', text: `Take part at least once in ${ACTIVE_MONTHS} months.` },
    ],
    continue: 'Continue',
  }) as const;
