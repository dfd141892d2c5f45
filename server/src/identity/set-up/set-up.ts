import type { SetUp } from '@tocsin/contract/console/session.ts'
import type { Database } from '../../database/open.ts'
import { addUser } from '../../directory/users/add.ts'
import { createOrganization } from '../../organizations/create.ts'
import { Problem } from '../../problem.ts'
import { openSession, type OpenedSession } from '../sessions/open.ts'
import { hashPassword } from '../password/hash.ts'
import type { PasswordQueue } from '../password/queue.ts'
import { rejectObviousPassword } from '../password/reject-obvious.ts'
import { hasAdministrator, lockSetUp } from './queries.ts'
import type { Visitor } from '../sessions/sign-in.ts'

/** Whether the server still needs its first administrator. */
export const isSetUpOpen = async (database: Database): Promise<boolean> => !(await hasAdministrator(database))

/**
 * Creates the first organization with its administrator, and signs them in: all or nothing, and once, however many try
 * at the same time.
 * @throws Problem `set_up_closed` when there is an administrator in any organization.
 */
export async function setUp(
  database: Database,
  passwords: PasswordQueue,
  { organizationName, name, email, password }: SetUp,
  { userAgent, network }: Pick<Visitor, 'userAgent' | 'network'>,
): Promise<OpenedSession> {
  // Asked before the lock too, so that nobody can make the server wait for it later on.
  if (!(await isSetUpOpen(database))) throw new Problem('set_up_closed')
  rejectObviousPassword(password, { name, email }, '/password')
  // Before the transaction, which would keep its connection while it waits for its turn.
  const passwordHash = await passwords.run({ isKnown: false, key: network }, () => hashPassword(password))
  return database.transaction().execute(async (transaction) => {
    await lockSetUp(transaction)
    if (!(await isSetUpOpen(transaction))) throw new Problem('set_up_closed')
    const operator = await createOrganization(transaction, organizationName)
    const id = await addUser(operator, { name, email, role: 'administrator', password }, async () => passwordHash)
    return openSession(operator.actingAs(id), userAgent)
  })
}
