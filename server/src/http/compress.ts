import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The answer is compressed for callers that accept it. Not for answers with signed addresses or other secrets, whose
     * text could be guessed from the length, nor for single resources, whose strong ETag names the bytes.
     */
    isCompressed?: boolean
  }
}

/** Shorter answers fit into one packet anyway. */
const compressedFromBytes = 1024
/** At most a few milliseconds; longer answers are compressed in pieces, on threads of their own. */
const atOnceUpToBytes = 128 * 1024

const settings = {
  encodings: ['gzip' as const],
  zlibOptions: { level: constants.Z_BEST_SPEED },
  threshold: compressedFromBytes,
  syncThreshold: atOnceUpToBytes,
}

/** Compresses the answers of the routes that ask for it, with gzip at its lowest level. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    if (route.config?.isCompressed) route.compress = settings
  })
  app.addHook('onSend', ({ routeOptions }, reply, payload, goOn) => {
    // Also of an answer that goes out as it is: another caller would get it compressed.
    if (routeOptions.config.isCompressed) reply.header('vary', 'accept-encoding')
    goOn(null, payload)
  })
  await app.register(compress, { global: false, globalDecompression: false })
}
