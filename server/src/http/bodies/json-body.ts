import { isUtf8 } from 'node:buffer'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../problem.ts'
import { findValueViolations } from './json-values.ts'
import { acquireSlot } from '../guards/limit-concurrency.ts'
import { shorten } from '../../shorten.ts'

/** Maximum size of the body at routes without a guard (authentication), such as sign-in. */
export const unguardedBodyMaximumBytes = 16 * 1024
const guardedBodyMaximumBytes = 1024 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    /** Violations that schemas cannot express: texts that cannot be stored, and numbers that are not finite. */
    valueViolations: Violation[]
  }
}

/** Accepts only JSON bodies and parses them strictly. Values that pass can be stored and returned exactly as sent. */
export function readJsonStrictly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.decorateRequest('valueViolations')
  app.addHook('onRequest', (request, _reply, done) => {
    request.valueViolations = []
    // Ignore the content type of a request that neither has nor needs a body. Some clients always send a content type,
    // and `curl -d ''` sends that of a form. Uploads need theirs, although they have no body schema: without a type, an
    // empty upload would get the wrong problem.
    const { body, consumes } = request.routeOptions.schema ?? {}
    const needsBody = body !== undefined || consumes !== undefined
    if (!needsBody && !mayHaveBody(request.headers)) delete request.headers['content-type']
    done()
  })
  app.addContentTypeParser(/^application\/json(;|$)/i, { parseAs: 'buffer' }, parseBody)
  app.addHook('preHandler', (request, _reply, done) => {
    const { valueViolations: violations, routeOptions } = request
    // An operation with `attachValidation` reports these violations together with its own.
    if (violations.length === 0 || routeOptions.attachValidation) done()
    else done(new Problem('invalid_request', { violations }))
  })
}

/** Makes the operations of a Fastify context accept JSON merge patches (RFC 7396) besides ordinary JSON. */
export function acceptMergePatch(app: FastifyInstance): void {
  app.addContentTypeParser(/^application\/merge-patch\+json(;|$)/i, { parseAs: 'buffer' }, parseBody)
}

async function parseBody(request: FastifyRequest, body: Buffer): Promise<unknown> {
  await acquireSlot(request, body.length)
  return parseStrictly(body, request.valueViolations, {
    valuesMaximum: Math.floor(Math.min(request.routeOptions.bodyLimit, guardedBodyMaximumBytes) / bytesPerValue),
    coding: request.headers['content-encoding'],
  })
}

/** Allows bodies of up to 1 MiB at the routes of a Fastify context that has a guard (authentication). */
export function acceptLongBodies(guarded: FastifyInstance): void {
  guarded.addHook('onRoute', (route) => {
    route.bodyLimit ??= guardedBodyMaximumBytes
  })
}

export const mayHaveBody = (headers: FastifyRequest['headers']): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const depthMaximum = 32
/**
 * Bytes of the maximum body size per allowed JSON value: a route for bodies of up to 1 MiB accepts 32,768 values, more
 * than any real body has. Values are limited, because parsing takes up to a microsecond for each.
 */
const bytesPerValue = 32
/** Maximum number of fields of one object. An object with many fields takes far longer to parse than a list. */
const fieldsMaximum = 10_000

interface ParseOptions {
  valuesMaximum?: number
  /** Content-Encoding of the request, for the error message about a compressed body. */
  coding?: string | undefined
}

/**
 * Parses a body that contains one JSON document.
 * @param violations receives a violation for each value that cannot be stored.
 * @returns undefined for an empty body.
 * @throws Problem `invalid_encoding`, `nesting_too_deep`, `body_too_large` or `malformed_json`.
 */
export function parseStrictly(
  body: Buffer,
  violations: Violation[],
  { valuesMaximum = Infinity, coding }: ParseOptions = {},
): unknown {
  if (body.length === 0) return undefined
  if (!isUtf8(body)) throw new Problem('invalid_encoding', coding ? { detail: compressedDetail(coding) } : {})
  rejectCostlyBody(body, valuesMaximum)
  const value = parseJson(body.toString('utf8'))
  findValueViolations(value, violations)
  return value
}

const compressedDetail = (coding: string): string =>
  `The body was sent with Content-Encoding: ${shorten(coding)}. Send it without, as UTF-8.`

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Problem('malformed_json', { detail: (error as Error).message })
  }
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Rejects a body that is nested too deeply, has too many values, or has an object with too many fields. Counts before
 * parsing, because parsing recurses and takes far longer.
 */
function rejectCostlyBody(body: Buffer, valuesMaximum: number): void {
  let depth = 0
  let values = 1
  let inString = false
  /** Number of fields of the current object at each depth. */
  const fields = new Uint32Array(depthMaximum + 1)
  for (let index = 0; index < body.length; index++) {
    const byte = body[index]
    if (inString) {
      if (byte === backslash) index++
      else if (byte === quote) inString = false
    } else if (byte === quote) inString = true
    else if (byte === comma) values++
    else if (byte === colon) {
      if (++fields[depth]! > fieldsMaximum) throw tooLarge(`an object with more than ${fieldsMaximum} fields`)
    } else if (byte === openBracket || byte === openBrace) {
      values++
      if (++depth > depthMaximum) throw new Problem('nesting_too_deep')
      fields[depth] = 0
    } else if (byte === closeBracket || byte === closeBrace) depth--
  }
  if (values > valuesMaximum) throw tooLarge(`more than ${valuesMaximum} values`)
}

const tooLarge = (excess: string): Problem => new Problem('body_too_large', { detail: `The body has ${excess}.` })
