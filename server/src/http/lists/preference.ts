import type { FastifyRequest } from 'fastify'

/**
 * Reads the header `Prefer: handling=…`, by which a caller chooses how invalid query parameters are handled.
 * @see RFC 7240
 */
export const handlingPreference = (request: FastifyRequest): 'strict' | 'lenient' | undefined =>
  findPreference(request, /^\s*handling\s*=\s*"?(strict|lenient)"?\s*(;|$)/i)?.toLowerCase() as
    | 'strict'
    | 'lenient'
    | undefined

const waitMaximumSeconds = 60

/**
 * Reads the header `Prefer: wait=…`, the number of seconds for which the caller lets the server delay the response.
 * @returns milliseconds, at most a minute; undefined for a request without this preference.
 * @see RFC 7240, 4.3
 */
export function waitPreference(request: FastifyRequest): number | undefined {
  const seconds = findPreference(request, /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(;|$)/i)
  return seconds === undefined ? undefined : Math.min(Number(seconds), waitMaximumSeconds) * 1000
}

/**
 * Returns the text that the first group of the pattern matches in the header `Prefer`; undefined if nothing matches.
 */
const findPreference = ({ headers }: FastifyRequest, pattern: RegExp): string | undefined =>
  [headers.prefer ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((text) => pattern.exec(text)?.[1])
    .find((value) => value !== undefined)
