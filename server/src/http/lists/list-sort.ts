import type { Violation } from '@tocsin/contract/api/problem.ts'
import { isUuid, parseInstant } from '@tocsin/contract/scalars.ts'
import type { Cursor, SortKey } from '../../database/paging/keyset.ts'
import { violationOfParameter } from '../../problem.ts'
import { isStorableText } from '@tocsin/contract/storable-text.ts'

/** Kind of the values of a sort key; integers are positive. A cursor is invalid if its values are of another kind. */
export type SortKind = 'uuid' | 'integer' | 'instant' | 'text' | readonly string[]

/**
 * Reads a sort such as `-priority,name`.
 * @param violations receives a violation when a sort key is unknown or appears twice.
 * @returns undefined if there is a violation.
 */
export function readSort<SortName extends string>(
  sorts: Record<SortName, SortKind>,
  texts: string[],
  violations: Violation[],
): SortKey<SortName>[] | undefined {
  const keys = texts
    .flatMap((text) => text.split(','))
    .map((text) => ({ name: text.replace(/^-/, '') as SortName, isDescending: text.startsWith('-') }))
  const areKnown = keys.every(({ name }) => Object.hasOwn(sorts, name))
  const areDistinct = new Set(keys.map(({ name }) => name)).size === keys.length
  if (areKnown && areDistinct) return keys
  const message = `sort takes distinct keys of ${Object.keys(sorts).join(', ')}, separated by commas, with "-" before a descending one.`
  violations.push(violationOfParameter('sort', 'invalid_value', message))
  return undefined
}

/** Formats a sort as clients write it, for example `-priority,name`. */
export const sortText = (sort: SortKey[]): string =>
  sort.map(({ name, isDescending }) => (isDescending ? `-${name}` : name)).join(',')

/**
 * Encodes a cursor as text that is opaque to clients. The text contains the sort, so that the cursor cannot be used
 * with another sort.
 */
export const encodeCursor = (sort: SortKey[], { values, id }: Cursor): string =>
  Buffer.from(JSON.stringify([sortText(sort), ...values, id])).toString('base64url')

/**
 * Decodes the text of a cursor.
 * @returns undefined when the text is not a cursor or belongs to another sort.
 */
export function decodeCursor(sorts: Record<string, SortKind>, sort: SortKey[], text: string): Cursor | undefined {
  const [name, ...values] = parseTexts(text)
  const id = values.pop()
  if (name !== sortText(sort) || values.length !== sort.length || !id) return undefined
  if (!canBe(sorts.id ?? 'uuid', id)) return undefined
  return sort.every((key, index) => canBe(sorts[key.name]!, values[index]!)) ? { values, id } : undefined
}

function parseTexts(text: string): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string') ? parts : []
  } catch {
    return []
  }
}

function canBe(kind: SortKind, value: string): boolean {
  if (kind === 'uuid') return isUuid(value)
  if (kind === 'integer') return /^[1-9]\d{0,8}$/.test(value)
  if (kind === 'instant') return parseInstant(value) === value
  return kind === 'text' ? isStorableText(value) : kind.includes(value)
}
