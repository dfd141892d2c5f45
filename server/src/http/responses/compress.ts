import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance, onSendHookHandler } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Compresses the answer for callers that accept it. Not for answers with signed addresses or other secrets, which could
     * be guessed from the compressed length, nor for single resources, whose strong ETag stands for the bytes.
     */
    isCompressed?: boolean
  }
}

/** Shorter answers fit into one packet anyway. */
const compressedFromBytes = 1024
/** Compressing this much takes a few milliseconds at most; longer answers are compressed piece by piece, off the event loop. */
const atOnceUpToBytes = 128 * 1024

const settings = {
  encodings: ['gzip' as const],
  zlibOptions: { level: constants.Z_BEST_SPEED },
  threshold: compressedFromBytes,
  syncThreshold: atOnceUpToBytes,
}

/** Compresses the answers of the routes with `isCompressed`, with gzip at its lowest level. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    if (!route.config?.isCompressed) return
    route.compress = settings
    route.onSend = [route.onSend ?? [], addVary].flat()
  })
  await app.register(compress, { global: false, globalDecompression: false })
}

/** Also on an answer that goes out uncompressed: a cache must not give it to a caller that would get another one. */
const addVary: onSendHookHandler = (_request, reply, payload, goOn) => {
  reply.header('vary', 'accept-encoding')
  goOn(null, payload)
}
