/** Returns true for a whole number from 0 to the maximum. Mantine's number field returns text for other input. */
export const isWholeNumber = (entered: number | string, maximum: number): entered is number =>
  typeof entered === 'number' && Number.isInteger(entered) && entered >= 0 && entered <= maximum
