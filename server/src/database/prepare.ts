import pg from 'pg'
import type { WaitNotice } from '../wait-notice.ts'
import { isReadOnly } from './sql-state.ts'
import { isDatabaseUnavailable, NotConnected } from './unavailable.ts'

/**
 * Prefix of statements that must not be prepared, because their best plan depends on the number of rows that their values
 * match. After five executions of a prepared statement, PostgreSQL may use one generic plan for all organizations.
 * @see docs/decisions/0003-creations-and-lists.md
 */
export const withCustomPlan = '/* custom plan */ '

/** Number of prepared statements at which a connection deallocates them, because PostgreSQL keeps each plan in memory. */
const maximumStatements = 500

/** Statements to send before and after work without a time limit. */
export const timeLimit = { lift: 'set statement_timeout = 0', restore: 'reset statement_timeout' }

/**
 * Connection that prepares each statement with parameters once and then executes it by name. It closes itself when
 * PostgreSQL does not answer in time, because its next user would wait for ever as well, and when it leads to a standby.
 */
export class PreparingClient extends pg.Client {
  /** Restarted with each statement and answer, because a timer per statement would cost as much as sending it. */
  readonly #answerTimer: NodeJS.Timeout
  /** Names of prepared statements by their texts. */
  readonly #names = new Map<string, string>()
  #statements = 0
  #unanswered = 0
  #isUnlimited = false
  /** Error of a write to a standby. */
  #readOnlyError: Error | undefined

  readonly #wait: WaitNotice | undefined

  /** @param wait announces slow answers to the user of a command; undefined in a server. */
  constructor(config: pg.ClientConfig | undefined, answerMaximumMs: number, wait?: WaitNotice) {
    super(config)
    this.#wait = wait
    // A broken connection rejects its query and also emits an error, which would end the process without a listener.
    this.on('error', () => undefined)
    this.#answerTimer = setTimeout(() => this.#giveUp(), answerMaximumMs).unref()
    this.once('end', () => clearTimeout(this.#answerTimer))
  }

  /** Connects with a callback, as the pool does. */
  override connect(...[callback]: unknown[]): never {
    return super.connect((error: Error | null) => {
      const isKnown = !error || isDatabaseUnavailable(error)
      const report = callback as (error: Error | null) => void
      // Copy the message instead of setting a cause, which the log would repeat.
      report(isKnown ? error : new NotConnected(error.message))
    }) as never
  }

  override query(...parameters: unknown[]): never {
    const callback = parameters.at(-1)
    if (typeof callback !== 'function') {
      return new Promise((resolve, reject) => this.query(...parameters, callbackFor(resolve, reject))) as never
    }
    const [text] = parameters
    if (text === timeLimit.lift) this.#isUnlimited = true
    if (text === timeLimit.restore) this.#isUnlimited = false
    this.#unanswered++
    this.#wait?.start()
    this.#answerTimer.refresh()
    const query = super.query as (...parameters: unknown[]) => never
    return query.call(this, ...this.#prepared(parameters.slice(0, -1)), (error: Error | null, result: unknown) => {
      this.#unanswered--
      this.#wait?.finish()
      // Statements sent meanwhile only start now.
      this.#answerTimer.refresh()
      // The primary has become a standby: close, because another connection may lead to the new primary.
      if (isReadOnly(error)) {
        this.#readOnlyError = error!
        void this.end()
      }
      // Report the original error instead of that of the rollback, which fails because the connection is closed.
      callback(error && (this.#readOnlyError ?? error), result)
    })
  }

  #giveUp(): void {
    if (this.#unanswered === 0 || this.#isUnlimited) return
    void this.end()
    // Destroy the socket as well, because `end` waits for all answers of a pipeline.
    this.connection.stream.destroy()
  }

  /** Adds a statement name to the parameters of `query` if the statement has values. */
  #prepared(parameters: unknown[]): unknown[] {
    const [text, values, ...rest] = parameters
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 && this.#nameOf(text)
    return name ? [{ name, text, values }, ...rest] : parameters
  }

  #nameOf(text: string): string | undefined {
    if (text.startsWith(withCustomPlan)) return undefined
    const known = this.#names.get(text)
    if (known) return known
    if (this.#names.size === maximumStatements) this.#deallocate()
    const name = `statement_${++this.#statements}`
    this.#names.set(text, name)
    return name
  }

  /**
   * Deallocates all prepared statements. Callers can reach the maximum with many different lists; common statements are
   * soon prepared again. PostgreSQL rejects this in a failed transaction: the statements then go at the next maximum.
   */
  #deallocate(): void {
    this.#names.clear()
    const connection = this.connection as pg.Connection & { parsedStatements: Record<string, string> }
    super.query('deallocate all', (error) => {
      if (!error) connection.parsedStatements = {}
    })
  }
}

/**
 * Adapts a promise to pg's callback. With a promise of pg's own, every answer outlives its request until the next full
 * garbage collection: with pg 8.23 on Node 24, lists took twice the memory.
 */
const callbackFor =
  (resolve: (result: unknown) => void, reject: (error: Error) => void) => (error: Error | null, result: unknown) =>
    error ? reject(error) : resolve(result)
