import { afterAll, vi } from 'vitest'
import { PreparingClient } from '../../src/database/prepare.ts'

/**
 * Records the SQL texts of all statements that the servers of this process send until the end of the test file. Call it
 * at the top level of the file, because it registers a Vitest hook.
 * @returns a set of texts, which grows with every new statement.
 */
export function spyOnStatements(): Set<string> {
  const statements = new Set<string>()
  const query = PreparingClient.prototype.query
  const spy = vi.spyOn(PreparingClient.prototype, 'query').mockImplementation(function (
    this: PreparingClient,
    ...parameters: unknown[]
  ) {
    if (typeof parameters[0] === 'string') statements.add(parameters[0])
    return query.apply(this, parameters)
  } as never)
  afterAll(() => spy.mockRestore())
  return statements
}
