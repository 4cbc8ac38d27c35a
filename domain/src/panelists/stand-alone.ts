/** Two questions that each have their own screen. */
import { type Questionnaire, required } from '../questionnaire/definition.ts';
import * as person from './questions.ts';

export const dateOfBirthQuestionnaire: Questionnaire = {
  id: 'date-of-birth',
  version: 2,
  didPath: 'account.user_id',
  sections: [
    {
      title: 'You',
      items: [{ ...required(person.dateOfBirth, 'account.dob'), ageCheck: 'server' }],
    },
  ],
};

export const firstLanguageQuestionnaire: Questionnaire = {
  id: 'first-language',
  version: 1,
  didPath: 'profile.user_id',
  sections: [{ title: 'You', items: [required(person.firstLanguage, 'profile.language')] }],
};
