import { NotConnected } from '../unavailable.ts'

/** Database session that serves a new connection. */
interface Session {
  pid: number
  keepsSettings: boolean
}

/**
 * Statement that reads properties of the session of a new connection. `statement_timeout` needs its own check, because
 * `openDatabase` sends it separately from the other settings.
 */
export const readSession = `
  select pg_backend_pid() as pid, current_setting('timezone') = 'UTC' and current_setting('datestyle') like 'ISO%'
    and current_setting('default_transaction_isolation') = 'read committed'
    and current_setting('statement_timeout') <> '0' as "keepsSettings"`

/**
 * Returns true if a connection leads to a pooler. A pooler invents the process id that a new connection receives,
 * because each transaction of the connection may run in another session.
 * @param processId process id that the connection received when it was opened.
 * @throws NotConnected when the session lacks the settings on which queries rely.
 */
export function isBehindPooler({ pid, keepsSettings }: Session, processId: number): boolean {
  if (!keepsSettings) throw new NotConnected(`A pooler drops the settings of connections to the database. ${advice}`)
  return pid !== processId
}

/**
 * Adds advice to the error of a pooler that rejects the settings of connections, and replaces the driver's error about
 * a missing password. Returns any other error unchanged.
 */
export function explainRejection(error: Error): Error {
  if (error.message.startsWith('unsupported startup parameter')) {
    return new NotConnected(`A pooler rejects the settings of connections to the database: ${error.message}. ${advice}`)
  }
  return /client password must be a/.test(error.message)
    ? new NotConnected('it requires a password, but neither its address nor PGPASSWORD has one')
    : error
}

const advice = 'Set up the pooler and the role of the database as docs/operating.md says.'
