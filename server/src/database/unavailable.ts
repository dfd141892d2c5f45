import { Problem } from '../problem.ts'

/**
 * SQLSTATE codes of temporary failures. Three are not obvious: 57014 (a statement exceeded its timeout, or an operator
 * cancelled it), 25P03 (a transaction was idle for too long) and 25006 (the database has become a standby).
 */
const unavailableStates = /^(08...|25006|25P03|53[0-3]..|57014|57P0[1-5])$/
const unavailableErrnos = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const unavailableMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error',
  'Client was closed',
  'Client network socket disconnected',
  'Cannot use a pool after calling end',
  'driver has already been destroyed',
]

/** Error of a connection attempt that failed, for example because of an expired certificate or a changed password. */
export class NotConnected extends Error {}

/**
 * Returns true if the error shows that PostgreSQL is unreachable, starting, stopping, overloaded or out of connections.
 * Also returns true if the organization already uses all the connections that it may use.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof NotConnected) return true
  if (error instanceof Problem) return error.code === 'unavailable'
  // If connections to all IP addresses of a host have failed, Node throws an AggregateError.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  const { code, syscall } = error as { code?: string; syscall?: string }
  if (code && unavailableStates.test(code)) return true
  if (code && unavailableErrnos.has(code) && (syscall === 'connect' || syscall === 'read' || syscall === 'write')) {
    return true
  }
  return unavailableMessages.some((message) => error.message.startsWith(message))
}
