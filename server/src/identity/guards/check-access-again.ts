import type { preHandlerAsyncHookHandler } from 'fastify'

/** Time in milliseconds for which the first check counts: accepted keys and sessions are cached as long. */
const checkedMs = 500

/**
 * Checks the access again before an operation begins, if its body arrived slowly or the request had to wait for its
 * slot. Otherwise, requests that are held open would still write minutes after the key is revoked.
 */
export const checkAccessAgain: preHandlerAsyncHookHandler = async (request, reply) => {
  if (reply.elapsedTime > checkedMs) await request.checkAccess()
}
