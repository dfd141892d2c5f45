import { isUtf8 } from 'node:buffer'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../problem.ts'
import { findValueViolations } from './json-values.ts'
import { acquireSlot } from '../guards/limit-concurrency.ts'
import { shorten } from '../../shorten.ts'

/** Limit before sign-in; also of every other address without a guard. */
export const unguardedBodyMaximumBytes = 16 * 1024
const guardedBodyMaximumBytes = 1024 * 1024

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
  app.addHook('onRequest', (request, _reply, goOn) => {
    request.valueViolations = []
    // Some clients name a type with every request, also with one that has no body.
    if (request.method === 'DELETE' && !mayHaveBody(request.headers)) delete request.headers['content-type']
    goOn()
  })
  app.addContentTypeParser(
    /^application\/json(;|$)/i,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      await acquireSlot(request, body.length)
      return parseStrictly(body, request.valueViolations, {
        valuesMaximum: Math.floor(request.routeOptions.bodyLimit / bytesPerValue),
        coding: request.headers['content-encoding'],
      })
    },
  )
  app.addHook('preHandler', (request, _reply, goOn) => {
    const { valueViolations: violations, routeOptions } = request
    // An operation that attaches validation reports these together with its own.
    if (violations.length === 0 || routeOptions.attachValidation) goOn()
    else goOn(new Problem('invalid_request', { violations }))
  })
}

/** Lets the routes of a context take bodies of 1 MiB, because a guard stands before them. */
export function acceptLongBodies(guarded: FastifyInstance): void {
  guarded.addHook('onRoute', (route) => {
    route.bodyLimit ??= guardedBodyMaximumBytes
  })
}

export const mayHaveBody = (headers: FastifyRequest['headers']): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const depthMaximum = 32
/** Parsing costs up to a microsecond a value, and no real body has a value for every 32 bytes that it may have. */
const bytesPerValue = 32

interface ParseOptions {
  valuesMaximum?: number
  /** Content-Encoding of the body, for the sentence that refuses a compressed one. */
  coding?: string | undefined
}

/**
 * Parses one JSON document; nothing in, undefined out.
 * @param violations receives the values that cannot be stored.
 * @throws Problem `invalid_encoding`, `nesting_too_deep`, `body_too_large` or `malformed_json`.
 */
export function parseStrictly(
  body: Buffer,
  violations: Violation[],
  { valuesMaximum = Infinity, coding }: ParseOptions = {},
): unknown {
  if (body.length === 0) return undefined
  if (!isUtf8(body)) throw new Problem('invalid_encoding', coding ? { detail: compressed(coding) } : {})
  refuseUnwieldy(body, valuesMaximum)
  const value = parseJson(body.toString('utf8'))
  findValueViolations(value, violations)
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

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Counts brackets and values before parsing, because parsing recurses and costs far more than counting. */
function refuseUnwieldy(body: Buffer, valuesMaximum: number): void {
  let depth = 0
  let values = 1
  let inString = false
  for (let index = 0; index < body.length; index++) {
    const byte = body[index]
    if (inString) {
      if (byte === backslash) index++
      else if (byte === quote) inString = false
    } else if (byte === quote) inString = true
    else if (byte === comma) values++
    else if (byte === openBracket || byte === openBrace) {
      values++
      if (++depth > depthMaximum) throw new Problem('nesting_too_deep')
    } else if (byte === closeBracket || byte === closeBrace) depth--
  }
  if (values <= valuesMaximum) return
  throw new Problem('body_too_large', { detail: `The body has more than ${valuesMaximum} values.` })
}
