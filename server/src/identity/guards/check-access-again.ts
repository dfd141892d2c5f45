import type { preHandlerAsyncHookHandler } from 'fastify'

/**
 * Time for which the first check of a request is valid. It equals the time for which accepted keys and sessions are
 * cached.
 */
const checkedMs = 500

/**
 * Checks access again before an operation begins, if the body arrived slowly or the request waited for its slot.
 * Otherwise, a slow request could write minutes after its key was revoked.
 */
export const checkAccessAgain: preHandlerAsyncHookHandler = async (request, reply) => {
  if (reply.elapsedTime > checkedMs) await request.checkAccess()
}
