/** Checks for the attribute that Mantine sets on a field while its list of options is open. */
export const hasOpenList = (field: HTMLElement): boolean => 'expanded' in field.dataset
