/** Checks for a whole number from 0 to the maximum. A number field holds text while its input is no number. */
export const isWholeNumber = (entered: number | string, maximum: number): entered is number =>
  typeof entered === 'number' && Number.isInteger(entered) && entered >= 0 && entered <= maximum
