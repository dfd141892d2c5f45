import { Problem } from '../problem.ts'

/** Place in the feed of one organization. */
export interface Position {
  epoch: string
  number: number
}

export const writePosition = ({ epoch, number }: Position): string => `${epoch}-${number}`

/**
 * Parses the text of a position.
 * @returns undefined if the text is not a position.
 */
export function parsePosition(text: string): Position | undefined {
  const [, epoch, digits] = /^([0-9a-z]{1,32})-(\d{1,15})$/.exec(text) ?? []
  return epoch === undefined ? undefined : { epoch, number: Number(digits) }
}

/**
 * Parses the text of a position in a request.
 * @throws Problem `position_unknown` if the text is not a position.
 */
export function readPosition(text: string): Position {
  const position = parsePosition(text)
  if (!position) throw new Problem('position_unknown')
  return position
}
