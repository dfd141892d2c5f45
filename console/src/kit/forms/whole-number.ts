/** Whether what a number field holds, which is text while it is no number, is a whole number from 0 to the maximum. */
export const isWholeNumber = (entered: number | string, maximum: number): entered is number =>
  typeof entered === 'number' && Number.isInteger(entered) && entered >= 0 && entered <= maximum
