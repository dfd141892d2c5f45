import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance, onSendHookHandler } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * True to compress the response for clients that accept gzip.
     *
     * Never set it for responses with signed URLs or other secrets, because the length of the compressed response could
     * help an attacker guess them. Never set it for single resources either, because their strong ETag identifies the
     * exact bytes of the response.
     */
    isCompressed?: boolean
  }
}

/** Minimum length of a response that is compressed. Shorter responses fit into one packet anyway. */
const compressedFromBytes = 1024
/**
 * Maximum length of a response that is compressed in one synchronous step, which takes a few milliseconds. Longer
 * responses are compressed as a stream, off the event loop.
 */
const syncMaximumBytes = 128 * 1024

const settings = {
  encodings: ['gzip' as const],
  zlibOptions: { level: constants.Z_BEST_SPEED },
  threshold: compressedFromBytes,
  syncThreshold: syncMaximumBytes,
}

/** Compresses the responses of routes that set `isCompressed`, with gzip at its lowest level. */
export async function compressResponses(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    if (!route.config?.isCompressed) return
    route.compress = settings
    route.onSend = [route.onSend ?? [], addVary].flat()
  })
  await app.register(compress, { global: false, globalDecompression: false })
}

/**
 * Adds `Vary` to uncompressed responses as well, so that a cache does not serve an uncompressed response to a client
 * that accepts gzip.
 */
const addVary: onSendHookHandler = (_request, reply, payload, done) => {
  reply.header('vary', 'accept-encoding')
  done(null, payload)
}
