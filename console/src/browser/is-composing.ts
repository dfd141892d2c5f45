import type { KeyboardEvent } from 'react'

/**
 * Returns true for a key that belongs to an input method, for example one that composes Japanese characters. Enter then
 * only confirms the composed characters.
 */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  // Safari reports the confirming key after the end of the composition, with the key code 229.
  nativeEvent.isComposing || nativeEvent.keyCode === 229
