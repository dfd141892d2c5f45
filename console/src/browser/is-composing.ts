import type { KeyboardEvent } from 'react'

/**
 * Returns true for a key that belongs to the composition of letters, for example of Japanese. Enter then only confirms
 * the composed letters.
 */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  // Safari ends the composition before the key that confirms it, and reports this key with the code 229.
  nativeEvent.isComposing || nativeEvent.keyCode === 229
