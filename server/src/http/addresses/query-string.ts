import { queryParametersMaximum } from '@tocsin/contract/limits.ts'
import { parse } from 'fast-querystring'

/** Query parameters, keyed by name. A repeated parameter has several values. */
export type RawQuery = Record<string, string | string[] | undefined>

/** Matches `tags[]` and `tags[0]`, the names that axios, PHP and Rails give a repeated parameter. */
const bracketed = /^([^[\]]+)\[(\d*)\]$/

/**
 * Parses a query string. `tags[]=a&tags[]=b` and `tags[0]=a&tags[1]=b` mean the same as `tags=a&tags=b`. Values with an
 * index are sorted by their index. Other names with brackets (`tags[a]`, `tags[0][1]`) stay unchanged.
 *
 * Ignores the parameters beyond the maximum number. `firstBeyondMaximum` returns the name of the first ignored one.
 */
export function parseQueryString(text: string): RawQuery {
  const end = endOfReadPart(text)
  if (end === undefined) return parseReadPart(text)
  const [first = ''] = Object.keys(parse(text.slice(end + 1).split('&', 1)[0]!))
  return Object.assign(parseReadPart(text.slice(0, end)), { [beyondMaximum]: plainNameOf(first) })
}

const beyondMaximum = Symbol('first parameter beyond the maximum')

/**
 * Returns the name of the first parameter beyond the maximum number; undefined if the query has no more than the
 * maximum.
 */
export const firstBeyondMaximum = (query: RawQuery): string | undefined =>
  (query as { [beyondMaximum]?: string })[beyondMaximum]

/** Returns the end of the last parameter that is read; undefined if all parameters are read. */
function endOfReadPart(text: string): number | undefined {
  let end = -1
  // A text with fewer characters than the maximum number of parameters cannot contain too many parameters.
  if (text.length < queryParametersMaximum) return undefined
  for (let count = 0; count < queryParametersMaximum; count++) {
    end = text.indexOf('&', end + 1)
    if (end === -1) return undefined
  }
  return end
}

function parseReadPart(text: string): RawQuery {
  const parsed = parse(text) as RawQuery
  // Most query strings contain no bracket, and thus no bracketed names to merge.
  return /\[|%5b/i.test(text) ? foldBrackets(parsed) : parsed
}

/** Returns the name of a parameter without the brackets of a repeated parameter. */
export const plainNameOf = (name: string): string => bracketed.exec(name)?.[1] ?? name

function foldBrackets(parsed: RawQuery): RawQuery {
  const named = Object.entries(parsed).map(([name, value = '']) => ({ name, value, index: indexOf(name) }))
  const values = new Map<string, string[]>()
  for (const { name, value } of named.toSorted((one, other) => one.index - other.index)) {
    const plainName = plainNameOf(name)
    const gathered = values.get(plainName) ?? []
    for (const each of [value].flat()) gathered.push(each)
    values.set(plainName, gathered)
  }
  const folded = Object.create(null) as RawQuery
  for (const [name, gathered] of values) folded[name] = gathered.length === 1 ? gathered[0] : gathered
  return folded
}

const indexOf = (name: string): number => Number(bracketed.exec(name)?.[2] ?? 0)
