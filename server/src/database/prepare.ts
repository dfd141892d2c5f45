import pg from 'pg'
import type { WaitNotice } from '../wait-notice.ts'
import { isReadOnly } from './sql-state.ts'
import { isDatabaseUnavailable, NotConnected } from './unavailable.ts'

/**
 * Begins a statement whose best plan depends on how many rows its values match, so that it is not prepared. After five
 * executions of a prepared statement, PostgreSQL may use one generic plan for the values of every organization.
 * @see docs/decisions/0003-creations-and-lists.md
 */
export const withCustomPlan = '/* custom plan */ '

/** The number at which a connection deallocates its prepared statements: PostgreSQL keeps each plan in memory. */
const maximumStatements = 500

/** Sent to a connection before and after work that may take any length of time. */
export const timeLimit = { lift: 'set statement_timeout = 0', restore: 'reset statement_timeout' }

/**
 * A connection on which a statement with parameters is prepared once and then executed by name. It is dropped when it does
 * not answer in time, because its next user would wait for ever as well, and when it turns out to lead to a standby.
 */
export class PreparingClient extends pg.Client {
  /** One for the connection, restarted with each statement and answer: one for each would cost as much as sending it. */
  readonly #answerTimer: NodeJS.Timeout
  /** Of the statements that are prepared here, by their texts. */
  readonly #names = new Map<string, string>()
  #statements = 0
  #unanswered = 0
  #isUnlimited = false
  /** What a standby refused. */
  #refusal: Error | undefined

  readonly #wait: WaitNotice | undefined

  /** @param wait announces answers that take long; a server has none. */
  constructor(config: pg.ClientConfig | undefined, answerMaximumMs: number, wait?: WaitNotice) {
    super(config)
    this.#wait = wait
    // A connection that breaks while a query runs rejects the query and emits an error, which would end the process.
    this.on('error', () => undefined)
    this.#answerTimer = setTimeout(() => this.#giveUp(), answerMaximumMs).unref()
    this.once('end', () => clearTimeout(this.#answerTimer))
  }

  /** As the pool calls it. */
  override connect(...[callback]: unknown[]): never {
    return super.connect((error: Error | null) => {
      const isKnown = !error || isDatabaseUnavailable(error)
      const report = callback as (error: Error | null) => void
      // Not as its cause: the log would say the same twice.
      report(isKnown ? error : new NotConnected(error.message))
    }) as never
  }

  override query(...parameters: unknown[]): never {
    const callback = parameters.at(-1)
    if (typeof callback !== 'function') {
      return new Promise((resolve, reject) => this.query(...parameters, settle(resolve, reject))) as never
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
      // What was sent meanwhile begins only now.
      this.#answerTimer.refresh()
      // What was the primary has become a standby: another connection may lead to the new one.
      if (isReadOnly(error)) {
        this.#refusal = error!
        void this.end()
      }
      // The rollback that follows fails because the connection is closed; why it is says more.
      callback(error && (this.#refusal ?? error), result)
    })
  }

  #giveUp(): void {
    if (this.#unanswered === 0 || this.#isUnlimited) return
    void this.end()
    // By itself, the end of a pipeline waits for all answers.
    this.connection.stream.destroy()
  }

  /** The parameters of `query`, with a name for the statement where it has values. */
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
   * A caller who keeps asking for different lists can reach the maximum. Common statements are soon prepared again. In
   * a failed transaction PostgreSQL refuses this: the old statements then go when the maximum is reached again.
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
 * The callback of a query for its promise. Asked for a promise, `pg` makes one itself, but then every answer outlives its
 * request until the next full garbage collection: with pg 8.23 on Node 24, lists took twice the memory.
 */
const settle =
  (resolve: (result: unknown) => void, reject: (error: Error) => void) => (error: Error | null, result: unknown) =>
    error ? reject(error) : resolve(result)
