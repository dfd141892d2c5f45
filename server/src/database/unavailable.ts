/**
 * SQLSTATE classes and codes that mean "not now" rather than "not like this"; 57014 is a statement that took longer than
 * one may, or that an operator ended; 25P03 a transaction that was left alone for too long; 25006 a database that has
 * become a standby.
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

/** No connection came about, for whatever reason: a certificate that has expired, a password that was changed. */
export class NotConnected extends Error {}

/** Whether an error means that PostgreSQL is unreachable, starting, stopping, overloaded or out of connections. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof NotConnected) return true
  // A host with several addresses, each of which was tried.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  const { code, syscall } = error as { code?: string; syscall?: string }
  if (code && unavailableStates.test(code)) return true
  if (code && unavailableErrnos.has(code) && (syscall === 'connect' || syscall === 'read' || syscall === 'write')) {
    return true
  }
  return unavailableMessages.some((message) => error.message.startsWith(message))
}
