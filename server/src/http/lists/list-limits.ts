import {
  filterValuesMaximum,
  queryParametersMaximum,
  searchMaximumLength,
  searchWordsMaximum,
  sortKeysMaximum,
} from '@tocsin/contract/limits.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import { violationOfParameter } from '../../problem.ts'
import { wordsOf, type FilterKind } from './list-filter.ts'
import { firstBeyondMaximum, type RawQuery } from '../addresses/query-string.ts'

/**
 * Checks that the query parameters of a list do not exceed the limits for lists. Counts values without parsing them.
 * @param filters filters of the list, keyed by name.
 * @returns one violation for each parameter beyond a limit.
 */
export function checkListLimits(raw: RawQuery, filters: Record<string, FilterKind>): Violation[] {
  const violations: Violation[] = []
  const beyond = firstBeyondMaximum(raw)
  if (beyond !== undefined)
    violations.push(tooMany(beyond, `A query may have at most ${queryParametersMaximum} parameters`))
  if (raw.sort !== undefined && countOf(raw.sort, countKeys) > sortKeysMaximum) {
    violations.push(tooMany('sort', `sort may have at most ${sortKeysMaximum} keys`))
  }
  for (const [name, { reads }] of Object.entries(filters)) {
    const texts = raw[name]
    if (texts === undefined) continue
    if (countOf(texts, countValues) > filterValuesMaximum) {
      violations.push(tooMany(name, `${name} may have at most ${filterValuesMaximum} values`))
    } else if (reads === 'words' && [texts].flat().some(isLongSearch)) {
      violations.push(
        tooMany(name, `${name} may have at most ${searchWordsMaximum} words and ${searchMaximumLength} characters`),
      )
    }
  }
  return violations
}

const tooMany = (name: string, sentence: string): Violation => violationOfParameter(name, 'too_long', `${sentence}.`)

function countOf(texts: string | string[], countIn: (text: string) => number): number {
  let count = 0
  for (const text of [texts].flat()) count += countIn(text)
  return count
}

const isLongSearch = (text: string): boolean =>
  text.length > searchMaximumLength || wordsOf(text).length > searchWordsMaximum

const countValues = (text: string): number => (text.startsWith('in:') ? countKeys(text) : 1)

function countKeys(text: string): number {
  let count = 1
  for (let at = text.indexOf(','); at !== -1; at = text.indexOf(',', at + 1)) count++
  return count
}
