import type { SetUp } from '@tocsin/contract/session.ts'
import type { Database } from '../database/open.ts'
import { addUser } from '../directory/add-user.ts'
import { createOrganization } from '../organizations/create.ts'
import { Problem } from '../problem.ts'
import { openSession, type OpenedSession } from './open.ts'
import { hasAdministrator, lockSetUp } from './set-up-queries.ts'

/** Whether the server still needs its first administrator. */
export const isSetUpOpen = async (database: Database): Promise<boolean> => !(await hasAdministrator(database))

/**
 * Creates the first Organization with its administrator, and signs them in: all or nothing, and once, however many try
 * at the same time.
 * @throws Problem `set_up_closed` when there is an administrator in any Organization.
 */
export async function setUp(
  database: Database,
  { organizationName, name, email, password }: SetUp,
  userAgent: string | undefined,
): Promise<OpenedSession> {
  // Asked before the lock too, so that nobody can make the server wait for it later on.
  if (!(await isSetUpOpen(database))) throw new Problem('set_up_closed')
  return database.transaction().execute(async (transaction) => {
    await lockSetUp(transaction)
    if (!(await isSetUpOpen(transaction))) throw new Problem('set_up_closed')
    const operator = await createOrganization(transaction, organizationName)
    const id = await addUser(operator, { name, email, role: 'administrator', password })
    return openSession(operator.actingAs(id), userAgent)
  })
}
