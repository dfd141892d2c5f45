/** Props for the clear button of a choice. Mantine hides it from keyboards and screen readers; these props expose it. */
export const clearButtonProps = (label: string) => ({
  'aria-label': label,
  'aria-hidden': false,
  tabIndex: 0,
  size: 'md' as const,
})
