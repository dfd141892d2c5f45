import { defineTexts } from './define-texts.ts'

/** Texts of the split view, which shows a list on the left and one incident on the right. */
export const splitTexts = defineTexts({
  list: 'Incidents',
  empty: {
    title: 'Choose an incident',
    explanation: 'Click one in the list, or press j and k to go through them.',
  },
  asPage: 'Open as page',
  keys: {
    open: 'Go to the incident',
    back: 'Back to the list',
  },
})
