export const deletion = (brand: string) =>
  ({
    title: 'Delete your profile',
    lead: 'This happens at once and can’t be undone.',
    erasedTitle: 'What is erased',
    erased: [
      'Your profile: name, date of birth and everything you told us about yourself',
      'Your survey answers',
      'Your preferences; the chat confirms the deletion, and we won’t message you again',
    ],
    rewardsTitle: 'Your rewards',
    rewards: 'What is available or pending is given up. A withdrawal that is already on its way still arrives.',
    rewardsNow: (available: string, pending: string) => `You have ${available} available and ${pending} pending.`,
    withdrawFirst: 'Withdraw first',
    keptTitle: 'What is kept, and why',
    kept: 'The amounts we paid, because our books must add up; nothing in them points to you. And for three years, under a code that can’t be read back to your device or number: what you owe, which surveys were paid, and whether you were excluded.',
    seeData: 'See or download your data first',
    button: 'Delete Profile',
    dialogTitle: 'Profile deletion',
    dialogText: `Are you sure you want to delete your profile from the ${brand}App Panel?`,
    cancel: 'Cancel',
    confirm: 'Delete',
    failed: 'Your profile could not be deleted.',
  }) as const;
