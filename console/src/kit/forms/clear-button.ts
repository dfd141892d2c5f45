/** The button that takes a choice back. Mantine leaves it to the mouse; here keys and screen readers reach it too. */
export const clearButtonProps = (label: string) => ({
  'aria-label': label,
  'aria-hidden': false,
  tabIndex: 0,
  size: 'md' as const,
})
