import type { ListFilter } from '@tocsin/contract/api/list.ts'
import { parseInstant } from '@tocsin/contract/scalars.ts'
import { shorten } from '../../shorten.ts'
import { readId } from '../normalize-input.ts'
import { isStorableText } from '@tocsin/contract/storable-text.ts'

/** Rule for reading the values of a filter parameter. */
export type FilterKind =
  | { reads: 'uuid' }
  | { reads: 'oneOf'; values: readonly string[] }
  | { reads: 'text' }
  /** Positive integers. */
  | { reads: 'integer' }
  | { reads: 'substring' }
  /** Words, separated by white space. A match must contain all of them. */
  | { reads: 'words' }
  | { reads: 'bound'; field: string; operator: 'gte' | 'lte' }

/** Returns true if a filter takes only one value. Other filters may be repeated, and each repetition adds a value. */
export const takesOneValue = ({ reads }: FilterKind): boolean =>
  reads === 'substring' || reads === 'words' || reads === 'bound'

interface ReadFilter {
  /**
   * Filter that the parameter describes; undefined when the parameter does not restrict the list, as with an empty
   * search text.
   */
  filter: ListFilter | undefined
  /** Message of the violation; absent if the parameter is valid. */
  message?: string
}

/**
 * Reads one filter parameter. A plain text is one value, `in:a,b` lists several values, and a repeated parameter adds
 * values. Values that the field can never have are dropped. A filter that has no values left matches nothing.
 * @see docs/contract.md#4.2
 */
export function readFilter(kind: FilterKind, parameter: string, texts: string[]): ReadFilter {
  if (kind.reads === 'substring') return readSubstring(parameter, texts)
  if (kind.reads === 'words') return readWords(parameter, texts)
  if (kind.reads === 'bound') return readBound(kind, texts)

  const given = texts.flatMap((text) => (text.startsWith('in:') ? text.slice(3).split(',') : [text]))
  const values = [...new Set(given.map((value) => readValue(kind, value)).filter((value) => value !== undefined))]
  const impossible = given.filter((value) => readValue(kind, value) === undefined)
  return {
    filter: { field: parameter, operator: 'in', values },
    ...(impossible.length > 0 && { message: `${parameter} cannot be ${listOf(impossible)}.` }),
  }
}

const listedMaximum = 10

function listOf(values: string[]): string {
  const listed = values.slice(0, listedMaximum).map((value) => `"${shorten(value)}"`)
  return listed.join(', ') + (values.length > listedMaximum ? ` and ${values.length - listedMaximum} more` : '')
}

type ValueKind = Extract<FilterKind, { reads: 'uuid' | 'oneOf' | 'text' | 'integer' }>

function readValue(kind: ValueKind, value: string): string | undefined {
  if (kind.reads === 'uuid') return readId(value)
  if (kind.reads === 'oneOf') return kind.values.includes(value) ? value : undefined
  if (kind.reads === 'integer') return /^0*[1-9]\d{0,14}$/.test(value) ? String(Number(value)) : undefined
  return isStorableText(value) ? value : undefined
}

function readSubstring(parameter: string, texts: string[]): ReadFilter {
  const wanted = texts.filter((text) => text !== '')
  if (wanted.length === 0) return { filter: undefined }
  const isPossible = wanted.length === 1 && isStorableText(wanted[0]!)
  return {
    filter: { field: parameter, operator: 'contains', values: isPossible ? wanted : [] },
    ...(!isPossible && { message: `${parameter} cannot contain NUL.` }),
  }
}

export const wordsOf = (text: string): string[] => text.split(/\s+/u).filter(Boolean)

/** Reads the values of a parameter that searches for words. Ignores values without a word. */
function readWords(parameter: string, texts: string[]): ReadFilter {
  return readSubstring(
    parameter,
    texts.filter((text) => wordsOf(text).length > 0),
  )
}

function readBound({ field, operator }: Extract<FilterKind, { reads: 'bound' }>, texts: string[]): ReadFilter {
  const [text = ''] = texts
  const bare = completeDateTime(text.startsWith(`${operator}:`) ? text.slice(4) : text)
  const truncated = texts.length === 1 ? parseInstant(bare) : undefined
  // Round a lower bound up to a full millisecond. If it were rounded down, the list would include incidents that were
  // modified earlier in the same millisecond.
  const instant =
    truncated && operator === 'gte' && /\.\d{3}\d*[1-9]/.test(bare) ? nextMillisecond(truncated) : truncated
  return {
    filter: { field, operator, values: instant ? [instant] : [] },
    ...(!instant && { message: `Write ${operator}:<timestamp>, an ISO 8601 date-time with its offset.` }),
  }
}

const nextMillisecond = (instant: string): string =>
  parseInstant(new Date(Date.parse(instant) + 1).toISOString()) ?? instant

const iso8601 =
  /^(\d{4})-?(\d\d)-?(\d\d)[Tt ](\d\d):?(\d\d)(?::?(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?(?:[Zz]|(?<sign>[-+ ])(?<hours>\d\d)(?::?(?<minutes>\d\d))?)$/

/**
 * Completes a date-time with the parts that ISO 8601 allows to omit and RFC 3339 requires: separators, seconds, and
 * minutes of the offset. Replaces a space before the offset by "+", because a "+" that is not percent-encoded arrives
 * as a space.
 */
function completeDateTime(text: string): string {
  const match = iso8601.exec(text)
  if (!match) return text
  const [, year, month, day, hour, minute] = match
  const { second = '00', fraction = '0', sign = '+', hours = '00', minutes = '00' } = match.groups!
  const offset = `${sign.replace(' ', '+')}${hours}:${minutes}`
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}${offset}`
}
