import { createHash } from 'node:crypto'
import pg from 'pg'

/** A connection keeps its prepared statements for life, so their number is bounded. */
const maximumStatements = 500

const names = new Map<string, string>()

function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known) return known
  if (names.size >= maximumStatements) return undefined
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
  names.set(text, name)
  return name
}

/** A connection on which every statement with parameters is prepared once and executed by name after. */
export class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    // A connection that breaks while a query runs rejects the query and emits an error, which would end the process.
    this.on('error', () => undefined)
  }

  override query(...parameters: unknown[]): never {
    const [text, values, ...rest] = parameters
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 && statementName(text)
    const query = super.query as (...parameters: unknown[]) => never
    if (!name) return query.apply(this, parameters)
    return query.call(this, { name, text, values }, ...rest)
  }
}
