/**
 * Returns true if the list of options of a field is open. While the list is open, Mantine sets an attribute on the
 * field.
 */
export const hasOpenList = (field: HTMLElement): boolean => 'expanded' in field.dataset
