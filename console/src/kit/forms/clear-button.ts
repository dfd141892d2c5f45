/**
 * Returns props for the clear button of a select field. Mantine hides this button from keyboards and screen readers;
 * these props make it accessible.
 */
export const clearButtonProps = (label: string) => ({
  'aria-label': label,
  'aria-hidden': false,
  tabIndex: 0,
  size: 'md' as const,
})
