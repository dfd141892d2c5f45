import { Problem } from '../problem.ts'

/** Place in the feed of one organization. */
export interface Position {
  epoch: string
  number: number
}

export const writePosition = ({ epoch, number }: Position): string => `${epoch}-${number}`

/**
 * Reads a position as the API writes it.
 * @throws Problem `position_unknown` if the text is no position.
 */
export function readPosition(text: string): Position {
  const [, epoch, digits] = /^([0-9a-z]{1,32})-(\d{1,15})$/.exec(text) ?? []
  if (epoch === undefined) throw new Problem('position_unknown')
  return { epoch, number: Number(digits) }
}
