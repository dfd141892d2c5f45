import { sql } from 'kysely'
import type pg from 'pg'
import type { WaitNotice } from '../wait-notice.ts'
import { callbackFor, HostClient, type HostClientConfig } from './connecting/host-client.ts'
import { explainRejection, isBehindPooler, readSession } from './connecting/session.ts'
import type { Database } from './open.ts'
import { isReadOnly } from './sql-state.ts'
import { isDatabaseUnavailable, NotConnected } from './unavailable.ts'

/**
 * Prefix of SQL statements that must not be prepared, because their best plan depends on the number of matching rows.
 * PostgreSQL may use a generic plan after five executions of a prepared statement.
 * @see docs/decisions/0003-creations-and-lists.md
 */
export const withCustomPlan = '/* custom plan */ '

/**
 * Maximum number of prepared statements of one connection. PostgreSQL stores the plan of each statement in memory, so a
 * connection that reaches the maximum deallocates all its prepared statements.
 */
const maximumStatements = 500

/** Statements that lift and restore the statement timeout. Send them around statements that may take longer. */
export const timeLimit = { lift: 'set statement_timeout = 0', restore: 'reset statement_timeout' }

/** Calls `work` with a connection that has no statement timeout. The connection must not lead to a pooler. */
export const withoutTimeLimit = <Result>(
  database: Database,
  work: (connection: Database) => Promise<Result>,
): Promise<Result> =>
  database.connection().execute(async (connection) => {
    await sql.raw(timeLimit.lift).execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql.raw(timeLimit.restore).execute(connection)
    }
  })

/**
 * Database connection that prepares each statement with values on its first use, and later executes the statement by
 * its name. Behind a pooler, the connection prepares no statements.
 *
 * The connection closes itself if PostgreSQL does not respond in time, because the next statement would wait forever as
 * well. It also closes itself if a write fails because PostgreSQL has become a standby: a new connection may lead to
 * the new primary.
 */
export class PreparingClient extends HostClient {
  /**
   * Timer for the response to a statement. All statements share one timer, which is restarted with each statement and
   * each response, because creating a timer would take as long as sending a statement.
   */
  readonly #responseTimer: NodeJS.Timeout
  /** Names of prepared statements, keyed by SQL text. */
  readonly #names = new Map<string, string>()
  #statements = 0
  #unanswered = 0
  /** Time of the last response, or of the first statement that was sent after the last response. */
  #waitingSinceMs = 0
  #isUnlimited = false
  /**
   * True if the connection leads to a pooler. Statements then have no names: the pooler may use a session that knows
   * another statement by the same name.
   */
  isPooled = false
  /** Error of a write that failed because PostgreSQL has become a standby. */
  #readOnlyError: Error | undefined

  readonly #wait: WaitNotice | undefined

  /** @param wait notice that shows the user of a command that PostgreSQL is slow to respond; undefined in a server. */
  constructor(config: HostClientConfig | undefined, responseMaximumMs: number, wait?: WaitNotice) {
    super(config)
    this.#wait = wait
    // A broken connection rejects its query, and also emits an `error` event, which would end the process if nobody
    // listened.
    this.on('error', () => undefined)
    this.#responseTimer = setTimeout(() => this.#giveUp(), responseMaximumMs).unref()
    this.once('end', () => clearTimeout(this.#responseTimer))
  }

  /**
   * Connects, reads properties of the session, and calls the callback with the result, as the pool expects. An error
   * that does not satisfy `isDatabaseUnavailable` becomes a `NotConnected` error with the same message.
   */
  override connect(...[callback]: unknown[]): never {
    const report = callback as (error: Error | null) => void
    return void this.#open().then(
      () => report(null),
      // Copy only the message: if the new error had this error as its cause, the log would contain the message twice.
      (error: Error) => report(isDatabaseUnavailable(error) ? error : new NotConnected(error.message)),
    ) as never
  }

  /** @throws NotConnected when the session lacks the settings on which queries rely. The connection is then closed. */
  async #open(): Promise<void> {
    await super.connect().catch((error: Error) => {
      // The driver leaves the socket open after some errors, such as a missing password. PostgreSQL would close it only
      // after a minute, and until then a command could not end.
      this.connection.stream.destroy()
      throw explainRejection(error)
    })
    try {
      const { rows } = (await this.query(readSession)) as pg.QueryResult<{ pid: number; keepsSettings: boolean }>
      this.isPooled = isBehindPooler(rows[0]!, (this as unknown as { processID: number }).processID)
    } catch (error) {
      void this.end()
      throw error
    }
  }

  override query(...parameters: unknown[]): never {
    const callback = parameters.at(-1)
    if (typeof callback !== 'function') {
      return new Promise((resolve, reject) => this.query(...parameters, callbackFor(resolve, reject))) as never
    }
    const [text] = parameters
    if (text === timeLimit.lift) this.#isUnlimited = true
    if (text === timeLimit.restore) this.#isUnlimited = false
    if (this.#unanswered++ === 0) this.#waitingSinceMs = Date.now()
    this.#wait?.start()
    this.#responseTimer.refresh()
    const query = super.query as (...parameters: unknown[]) => never
    return query.call(this, ...this.#prepared(parameters.slice(0, -1)), (error: Error | null, result: unknown) => {
      this.#unanswered--
      this.#waitingSinceMs = Date.now()
      this.#wait?.finish()
      // Restart the timer: PostgreSQL executes the statements of the pipeline one after another, and begins the next
      // one now.
      this.#responseTimer.refresh()
      // Close the connection to a standby, because a new connection may lead to the new primary.
      if (isReadOnly(error)) {
        this.#readOnlyError = error!
        void this.end()
      }
      // The connection is closed after a failed write, so the rollback fails with an error of its own. Report the error
      // of the write instead.
      callback(error && (this.#readOnlyError ?? error), result)
    })
  }

  waitsLongerThan(durationMs: number): boolean {
    return this.#unanswered > 0 && Date.now() - this.#waitingSinceMs > durationMs
  }

  #giveUp(): void {
    if (this.#unanswered === 0 || this.#isUnlimited) return
    void this.end()
    // Destroy the socket as well, because `end` would wait for the responses to all statements of the pipeline.
    this.connection.stream.destroy()
  }

  /** If the statement has values, adds the name of its prepared statement to the parameters of `query`. */
  #prepared(parameters: unknown[]): unknown[] {
    const [text, values, ...rest] = parameters
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 && this.#nameOf(text)
    return name ? [{ name, text, values }, ...rest] : parameters
  }

  #nameOf(text: string): string | undefined {
    if (this.isPooled || text.startsWith(withCustomPlan)) return undefined
    const known = this.#names.get(text)
    if (known) return known
    if (this.#names.size === maximumStatements) this.#deallocate()
    const name = `statement_${++this.#statements}`
    this.#names.set(text, name)
    return name
  }

  /**
   * Deallocates all prepared statements of the connection. A connection reaches its maximum number of prepared
   * statements if clients request many different lists. The most frequent statements are soon prepared again.
   *
   * PostgreSQL rejects `deallocate` in a failed transaction. The statements then stay until the connection reaches the
   * maximum again.
   */
  #deallocate(): void {
    this.#names.clear()
    const connection = this.connection as pg.Connection & { parsedStatements: Record<string, string> }
    super.query('deallocate all', (error) => {
      if (!error) connection.parsedStatements = {}
    })
  }
}
