import type { ServerResponse } from 'node:http'
import type { ProblemCode, ProblemDetails } from '@tocsin/contract/api/problem.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { isDeadlock } from '../../database/sql-state.ts'
import { isDatabaseUnavailable } from '../../database/unavailable.ts'
import { Problem } from '../../problem.ts'
import { unsupportedContentType } from './unsupported-content-type.ts'
import { requestIdOf } from '../operations/request-id.ts'
import { securityHeaders } from '../guards/security-headers.ts'
import { shorten } from '../../shorten.ts'
import { shapeViolations, type ValidationError } from './shape-violations.ts'
import { RejectedRequestsLog } from '../operations/rejected-requests-log.ts'
import { unknownAddress } from '../guards/unknown-address.ts'

/** Server options that make Fastify answer with problems if it cannot read the URL or the headers of a request. */
export const rejectUnreadableRequests: Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> = {
  frameworkErrors(error, request, reply) {
    void sendProblem(
      asProblem(error, request),
      request,
      reply.headers({ 'x-request-id': request.id, ...securityHeaders }),
    )
  },
  clientErrorHandler(error, socket) {
    // If a request did not arrive completely in time, send no response. A response with status 400 would stop the
    // client from repeating the request.
    const isUnanswerable = error.code === 'ECONNRESET' || error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
    if (isUnanswerable || !socket.writable) return void socket.destroy()
    const inProgress = responseInProgress(socket)
    // Send no problem while the response to a complete request is pending, or after a response has started. The client
    // would take the problem for that response or a part of it.
    if (inProgress && (inProgress.req.complete || inProgress.headersSent)) return endWith(inProgress)
    const requestId = requestIdOf({ headers: {} })
    const body = JSON.stringify(new Problem('bad_request_line').toDetails(requestId))
    const head = [
      'HTTP/1.1 400 Bad Request',
      'content-type: application/problem+json; charset=utf-8',
      'cache-control: no-store',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
      'connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  },
}

/**
 * Returns the response in progress on a connection. Reads a private field of Node, as Node's own error handler does.
 */
function responseInProgress(socket: object): ServerResponse | undefined {
  const { _httpMessage: response } = socket as { _httpMessage?: ServerResponse | null }
  return response ?? undefined
}

/** Makes a response the last one on its connection. Does nothing if its headers have already been sent. */
function endWith(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

/** Sets the error handler of the server, which turns every error into a response. */
export function answerProblems(app: FastifyInstance): void {
  app.decorate('rejectedRequestsLog', new RejectedRequestsLog())
  // Ignore unknown values of the Expect header, as RFC 9110, 10.1.1 allows. Node itself would answer 417.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.setErrorHandler((error, request, reply) =>
    isFailedCondition(error)
      ? reply.code(error.statusCode).send()
      : sendProblem(asProblem(error, request), request, reply),
  )
}

/**
 * Returns true if the error means that a request for a static file failed its precondition (412) or range (416). The
 * response to such a request has no body.
 */
const isFailedCondition = (error: unknown): error is { statusCode: 412 | 416 } =>
  [412, 416].includes((error as FrameworkError).statusCode ?? 0)

/**
 * Logs an error, and converts it to a problem that is only a part of the response, such as the last line of a streamed
 * response or one result of a batch.
 */
export function reportProblem(thrown: unknown, request: FastifyRequest): ProblemDetails {
  const problem = asProblem(thrown, request)
  logFailure(problem, request)
  return problem.toDetails(request.id)
}

/** Logs failures of the server and rejections under load. Does not log mistakes of clients. */
function logFailure(problem: Problem, request: FastifyRequest): void {
  if (problem.isShed) return request.server.rejectedRequestsLog.record(problem, request)
  if (problem.status >= 500) request.log.error({ err: problem.cause ?? problem, code: problem.code }, problem.message)
}

function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  logFailure(problem, request)
  // If Fastify closed the connection while the client is still sending a body, the response would be lost.
  if (problem.code === 'body_too_large') void reply.removeHeader('connection')
  const challenge = challenges[problem.code]
  if (challenge) void reply.header('www-authenticate', challenge)
  if (problem.allowedMethods) void reply.header('allow', problem.allowedMethods.join(', '))
  if (problem.retryAfterSeconds !== undefined) void reply.header('retry-after', problem.retryAfterSeconds)
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(problem.toDetails(request.id))
}

/**
 * Values of the header `WWW-Authenticate`, keyed by problem code. Browsers show no sign-in dialog for these
 * authentication schemes.
 */
const challenges: Partial<Record<ProblemCode, string>> = {
  unauthorized: 'ApiKey header="x-api-key"',
  insufficient_scope: 'ApiKey header="x-api-key"',
  not_signed_in: 'Cookie cookie-name=tocsin_session',
  metrics_token_required: 'Bearer',
  sign_in_failed: 'Cookie cookie-name=tocsin_session',
}

interface FrameworkError extends ValidationError {
  code?: string
  statusCode?: number
}

/** Converts any error to a problem of the catalogue. */
function asProblem(thrown: unknown, request: FastifyRequest): Problem {
  if (thrown instanceof Problem) return thrown
  const error = thrown as FrameworkError
  if (error.validation) return new Problem('invalid_request', { violations: shapeViolations(request, error) })
  const isTransient = isDatabaseUnavailable(error) || isDeadlock(error)
  if (isTransient || error.code === 'FST_REPLY_FROM_CLOSING' || error.statusCode === 503) {
    return new Problem('unavailable', { retryAfterSeconds: 1, cause: error })
  }
  // An error without a code comes from @fastify/static, and means that the URL contains NUL.
  if (error.statusCode === 400 && error.code === undefined) return noSuchFile(request)
  const mistake = mistakes[error.code ?? '']
  return mistake ? mistake(request, error) : new Problem('internal_error', { cause: error })
}

const badRequestLine = (_request: FastifyRequest, cause: Error): Problem => new Problem('bad_request_line', { cause })

/** Problems for mistakes of clients, keyed by the error code of Fastify or of the connection. */
const mistakes: Record<string, (request: FastifyRequest, cause: Error) => Problem> = {
  FST_ERR_CTP_BODY_TOO_LARGE: bodyTooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: unsupportedContentType,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: badRequestLine,
  FST_ERR_BAD_URL: badRequestLine,
  FST_ERR_MAX_PARAM_LENGTH: unknownAddress,
  FST_ERR_ASYNC_CONSTRAINT: unknownAddress,
  FST_STATIC_FORBIDDEN_PATH: noSuchFile,
  // The client disconnected while it was sending the body.
  ECONNRESET: badRequestLine,
}

function noSuchFile({ url }: FastifyRequest): Problem {
  return new Problem('route_not_found', { detail: `There is no file at ${shorten(url.split('?', 1)[0]!)}.` })
}

function bodyTooLarge({ routeOptions }: FastifyRequest): Problem {
  const maximumKib = routeOptions.bodyLimit / 1024
  const maximum = maximumKib < 1024 ? `${maximumKib} KiB` : `${maximumKib / 1024} MiB`
  return new Problem('body_too_large', { detail: `The body has more than ${maximum}.` })
}
