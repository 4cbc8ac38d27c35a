export const FORM = {
  answered: (done: number, of: number) => `${done} of ${of} answered`,
  progress: 'Questions answered',
  incomplete: 'You have not answered all the questions, please provide an answer to all the questions.',
  missing: (count: number) => (count === 1 ? '1 answer is missing.' : `${count} answers are missing.`),
  missingList: 'Questions without an answer',
  kept: 'Your answers are kept.',
  datePlaceholder: 'DD/MM/YYYY',
  filter: 'Find in this list',
  toChooseFrom: (count: number) => `${count} to choose from`,
  ticked: (count: number) => `${count} ticked`,
  found: (count: number) => `${count} found`,
  nothingFound: 'Nothing found. Try another word.',
} as const;
