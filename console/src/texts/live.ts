import { defineTexts } from './define-texts.ts'

export const liveTexts = defineTexts({
  lost: 'No connection to the server. What you see may be out of date; trying again.',
})
