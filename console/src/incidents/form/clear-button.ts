import { incidentFormTexts } from '../../texts/incident-form.ts'

/** The button that takes a choice back. Mantine leaves it to the mouse; here keys and screen readers reach it too. */
export const clearButtonProps = (field: string) => ({
  'aria-label': incidentFormTexts.clear(field),
  'aria-hidden': false,
  tabIndex: 0,
  size: 'md' as const,
})
