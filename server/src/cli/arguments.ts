import { idempotencyKeyPattern } from '@tocsin/contract/api/idempotency-key.ts'
import { keyScopes, type KeyScope } from '@tocsin/contract/console/api-key.ts'
import { emailMaxLength, nameMaxLength } from '@tocsin/contract/limits.ts'
import { parseInstant, isUuid, type Instant, type Uuid } from '@tocsin/contract/scalars.ts'
import { emailPattern } from '@tocsin/contract/console/session.ts'
import { InvalidArgumentError } from 'commander'

// Each parser in this file throws an InvalidArgumentError for an invalid text. Commander adds the name of the option to
// the message and exits with code 2.

interface Range {
  minimum?: number
  maximum?: number
  /** End of the error message, for an alternative to a number, such as `, or ever`. */
  alternative?: string
}

export function readInteger(
  text: string,
  { minimum = 0, maximum = 999_999_999, alternative = '' }: Range = {},
): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN
  if (number >= minimum && number <= maximum) return number
  throw new InvalidArgumentError(`Write a whole number from ${minimum} to ${maximum}${alternative}.`)
}

export const readPort = (text: string): number => readInteger(text, { maximum: 65_535 })

export const isRevision = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text)

export function readRevision(text: string): number {
  if (!isRevision(text)) throw new InvalidArgumentError('A revision is a whole number, 1 or more.')
  return Number(text)
}

export function readId(text: string): Uuid {
  if (!isUuid(text)) throw new InvalidArgumentError('An id is a UUID.')
  return text.toLowerCase()
}

export function readIdempotencyKey(text: string): string {
  if (!new RegExp(idempotencyKeyPattern).test(text))
    throw new InvalidArgumentError('Write 1 to 255 visible ASCII characters.')
  return text
}

/** Rejects `-`. Many programs take `-` for standard output, but here it would create a file named `-`. */
export function readNewFile(path: string): string {
  if (path === '-')
    throw new InvalidArgumentError('Write the path of a file, not -, because standard output is not supported.')
  return path
}

export function readName(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It is blank.')
  if ([...text].length > nameMaxLength) throw new InvalidArgumentError(`It has more than ${nameMaxLength} characters.`)
  return text
}

export function readEmail(text: string): string {
  if (!new RegExp(emailPattern).test(text) || [...text].length > emailMaxLength)
    throw new InvalidArgumentError('It is not an email address.')
  return text
}

const unitsMs = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Converts a duration such as `30m`, `24h`, `7d` or `0` to milliseconds. */
export function readDurationMs(text: string): number {
  if (text === '0') return 0
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  if (!count || !unit) throw new InvalidArgumentError('Write a duration such as 30m, 24h, 7d or 0.')
  return Number(count) * unitsMs[unit as keyof typeof unitsMs]
}

/** Reads a point in time in the future, written as a time or as a duration from now. */
export function readFuture(text: string): Instant {
  const future = readInstant(text, 1, '30m, 24h or 90d, or a time such as 2027-01-31T00:00:00Z')
  if (Date.parse(future) <= Date.now()) throw new InvalidArgumentError('It is not in the future.')
  return future
}

/** Reads a point in time, written as a time or as a duration before now. */
export const readPast = (text: string): Instant =>
  readInstant(text, -1, '30m, 24h or 7d, or a time such as 2026-01-31T00:00:00Z')

/**
 * Reads a point in time, written as a time or as a duration.
 * @param direction 1 adds the duration to the current time, -1 subtracts it.
 */
function readInstant(text: string, direction: 1 | -1, examples: string): Instant {
  const instant = parseInstant(text)
  if (instant) return instant
  if (!/^\d+[mhd]$/.test(text)) throw new InvalidArgumentError(`Write a duration such as ${examples}.`)
  return new Date(Date.now() + direction * readDurationMs(text)).toISOString()
}

/** Reads the scopes of an API key, separated by commas. Adds them to the scopes of earlier uses of the option. */
export function readScopes(text: string, previous: KeyScope[] | undefined): KeyScope[] {
  const words = text.split(',').map((word) => word.trim())
  const unknown = words.find((word) => !keyScopes.includes(word as KeyScope))
  if (unknown !== undefined) {
    throw new InvalidArgumentError(
      `"${unknown}" is not a scope. Write read, write or webhooks, or several separated by commas.`,
    )
  }
  return [...(previous ?? []), ...(words as KeyScope[])]
}

/** Reads a whole number of 1 or more. */
export const readCount = (text: string): number => readInteger(text, { minimum: 1 })

/** Appends a value to the earlier values of an option that may be given several times. */
export const collect = <Value>(value: Value, previous: Value[] | undefined): Value[] => [...(previous ?? []), value]
