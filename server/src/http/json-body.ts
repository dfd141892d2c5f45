import { isUtf8 } from 'node:buffer'
import { escapePointer } from '@tocsin/contract/json-pointer.ts'
import type { Violation } from '@tocsin/contract/problem.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem, violationAt } from '../problem.ts'
import { isStorableText } from '../storable-text.ts'
import { shorten } from './shorten.ts'

const depthMaximum = 32
const valueViolationsMaximum = 1_000

declare module 'fastify' {
  interface FastifyRequest {
    /** Values of the body that no schema can name: texts that cannot be stored, numbers that are not finite. */
    valueViolations: Violation[]
  }
}

/**
 * Reads JSON bodies strictly: what is accepted can be stored and returned exactly as it was sent.
 * @see design 4, Strict input
 */
export function readJsonStrictly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.decorateRequest('valueViolations')
  app.addHook('onRequest', async (request) => {
    request.valueViolations = []
    // Some clients name a type with every request, also with one that has no body.
    if (request.method === 'DELETE' && !mayHaveBody(request.headers)) delete request.headers['content-type']
  })
  app.addContentTypeParser(
    /^application\/json(;|$)/i,
    { parseAs: 'buffer' },
    async ({ headers, valueViolations }: FastifyRequest, body: Buffer) =>
      parseStrictly(body, valueViolations, headers['content-encoding']),
  )
  app.addHook('preHandler', async ({ valueViolations, routeOptions }) => {
    // An operation that attaches validation reports these together with its own.
    if (valueViolations.length > 0 && !routeOptions.attachValidation)
      throw new Problem('invalid_request', { violations: valueViolations })
  })
}

const mayHaveBody = (headers: FastifyRequest['headers']): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Parses one JSON document; nothing in, undefined out.
 * @param violations receives the values that cannot be stored.
 * @param coding what the body was sent as, where it says so: for the sentence that refuses a compressed one.
 * @throws Problem `invalid_encoding`, `nesting_too_deep` or `malformed_json`.
 */
export function parseStrictly(body: Buffer, violations: Violation[], coding?: string): unknown {
  if (body.length === 0) return undefined
  if (!isUtf8(body)) throw new Problem('invalid_encoding', coding ? { detail: compressed(coding) } : {})
  const text = body.toString('utf8')
  if (isTooDeep(text)) throw new Problem('nesting_too_deep')
  const value = parseJson(text)
  collectValueViolations(value, '', violations)
  return value
}

const compressed = (coding: string): string =>
  `The body was sent with Content-Encoding: ${shorten(coding)}. Send it without, as UTF-8.`

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Problem('malformed_json', { detail: (error as Error).message })
  }
}

/** Counts brackets before parsing, because parsing and checking what is parsed recurse. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (inString) {
      if (character === '\\') index++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') {
      if (++depth > depthMaximum) return true
    } else if (character === '}' || character === ']') depth--
  }
  return false
}

function collectValueViolations(value: unknown, pointer: string, violations: Violation[]): void {
  if (typeof value === 'string' && !isStorableText(value)) violations.push(violationAt(pointer, 'invalid_text'))
  if (typeof value === 'number' && !Number.isFinite(value)) violations.push(violationAt(pointer, 'number_not_finite'))
  if (typeof value !== 'object' || value === null) return
  for (const [key, item] of Object.entries(value)) {
    if (violations.length >= valueViolationsMaximum) return
    collectValueViolations(item, `${pointer}/${escapePointer(key)}`, violations)
  }
}
