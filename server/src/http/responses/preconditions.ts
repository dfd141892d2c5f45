import type { FastifyRequest } from 'fastify'
import { Problem } from '../../problem.ts'
import { readHttpDate } from './http-date.ts'

/** Validators (RFC 9110) of the representation that a GET or HEAD request would return. */
export interface Validators {
  /** Strong entity tag of the representation. */
  etag: string
  /**
   * Time of the last modification, in milliseconds since 1970; undefined if the resource has no date. Comparisons
   * ignore the milliseconds, because headers contain whole seconds.
   */
  lastModifiedMs?: number
}

type Headers = FastifyRequest['headers']

/**
 * Evaluates the preconditions of a GET or HEAD request, in the order of RFC 9110, 13.2.2.
 * @returns true when the response must be 304.
 * @throws Problem `precondition_failed` when `If-Match` or `If-Unmodified-Since` does not hold.
 */
export function isNotModified({ headers }: FastifyRequest, validators: Validators): boolean {
  if (!mayProceed(headers, validators)) throw new Problem('precondition_failed')
  const tags = headers['if-none-match']
  if (tags !== undefined) return matches(tags, validators.etag, isSameWeakly)
  const since = readHttpDate(headers['if-modified-since'])
  return since !== undefined && isUnmodifiedSince(validators, since) === true
}

/**
 * Checks the `If-Range` header. A client sends it to get a range only if the representation has not changed since the
 * client received other parts.
 * @see RFC 9110, 13.1.5
 */
export function isRangeOfCurrent({ headers }: FastifyRequest, { etag, lastModifiedMs }: Validators): boolean {
  const condition = headers['if-range']
  if (condition === undefined) return true
  const date = readHttpDate(String(condition))
  if (date === undefined) return String(condition).trim() === etag
  return lastModifiedMs !== undefined && secondOf(date) === secondOf(lastModifiedMs)
}

function mayProceed(headers: Headers, validators: Validators): boolean {
  const tags = headers['if-match']
  if (tags !== undefined) return matches(tags, validators.etag, isSame)
  const since = readHttpDate(headers['if-unmodified-since'])
  return since === undefined || isUnmodifiedSince(validators, since) !== false
}

const entityTag = /(?:W\/)?"[\x21\x23-\x7E\x80-\xFF]*"/g

const matches = (header: string, etag: string, isEqual: (one: string, other: string) => boolean): boolean =>
  header.trim() === '*' || (header.match(entityTag) ?? []).some((tag) => isEqual(tag, etag))

/** Strong comparison of entity tags: a weak tag equals no other tag. */
const isSame = (one: string, other: string): boolean => one === other

/** Weak comparison of entity tags, which ignores `W/`. A proxy that compresses responses makes their tags weak. */
const isSameWeakly = (one: string, other: string): boolean => one.replace(/^W\//, '') === other

const isUnmodifiedSince = ({ lastModifiedMs }: Validators, sinceMs: number): boolean | undefined =>
  lastModifiedMs === undefined ? undefined : secondOf(lastModifiedMs) <= secondOf(sinceMs)

const secondOf = (ms: number): number => Math.floor(ms / 1000)
