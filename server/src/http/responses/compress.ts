import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance, onSendHookHandler } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Compresses the answer for callers that accept gzip. Never set it for answers with signed addresses or other secrets,
     * which could be guessed from the compressed length, nor for single resources, whose strong ETag identifies the bytes.
     */
    isCompressed?: boolean
  }
}

/** Minimum length; shorter answers fit into one packet anyway. */
const compressedFromBytes = 1024
/** Maximum length for compressing at once, in a few milliseconds; longer answers are streamed off the event loop. */
const syncMaximumBytes = 128 * 1024

const settings = {
  encodings: ['gzip' as const],
  zlibOptions: { level: constants.Z_BEST_SPEED },
  threshold: compressedFromBytes,
  syncThreshold: syncMaximumBytes,
}

/** Compresses answers of routes that set `isCompressed`, with gzip at its lowest level. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    if (!route.config?.isCompressed) return
    route.compress = settings
    route.onSend = [route.onSend ?? [], addVary].flat()
  })
  await app.register(compress, { global: false, globalDecompression: false })
}

/** Adds `Vary` to uncompressed answers as well, so that a cache does not serve them to callers that accept gzip. */
const addVary: onSendHookHandler = (_request, reply, payload, done) => {
  reply.header('vary', 'accept-encoding')
  done(null, payload)
}
