import type { FastifyRequest } from 'fastify'

/**
 * Reads the header `Prefer: handling=…`.
 * @see RFC 7240
 */
export function handlingPreference({ headers }: FastifyRequest): 'strict' | 'lenient' | undefined {
  const preferences = [headers.prefer ?? []].flat().join(',').split(',')
  const handling = preferences.map((text) => /^\s*handling\s*=\s*"?(strict|lenient)"?\s*(;|$)/i.exec(text)?.[1])
  return handling.find((value) => value !== undefined)?.toLowerCase() as 'strict' | 'lenient' | undefined
}
