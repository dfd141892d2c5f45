import type { SetUp } from '@tocsin/contract/console/session.ts'
import type { Database } from '../../database/open.ts'
import { addUser } from '../../directory/users/add.ts'
import { createOrganization } from '../../organizations/create.ts'
import { Problem } from '../../problem.ts'
import { onTransaction, type Service } from '../../service.ts'
import { openSession, type OpenedSession } from '../sessions/open.ts'
import { hashPassword } from '../password/hash.ts'
import { rejectObviousPassword } from '../password/reject-obvious.ts'
import { hasAdministrator, lockSetUp } from './queries.ts'
import type { Visitor } from '../sessions/sign-in.ts'

/** Checks if the server still needs its first administrator. */
export const isSetUpOpen = async (database: Database): Promise<boolean> => !(await hasAdministrator(database))

/**
 * Creates the first organization with its administrator and signs the administrator in, all in one transaction. If
 * several calls arrive at the same time, only one succeeds.
 * @throws Problem `set_up_closed` when any organization has an administrator.
 */
export async function setUp(
  service: Service,
  { organizationName, name, email, password }: SetUp,
  { userAgent, network }: Pick<Visitor, 'userAgent' | 'network'>,
): Promise<OpenedSession> {
  // Check once before the lock, so that calls after set-up cannot make each other wait for the lock.
  if (!(await isSetUpOpen(service.database))) throw new Problem('set_up_closed')
  rejectObviousPassword(password, { name, email }, '/password')
  // Hash before the transaction begins: a transaction would occupy a connection while the call waits in the password
  // queue.
  const passwordHash = await service.passwords.run({ isKnown: false, key: network }, () => hashPassword(password))
  return service.database.transaction().execute(async (transaction) => {
    await lockSetUp(transaction)
    if (!(await isSetUpOpen(transaction))) throw new Problem('set_up_closed')
    const operator = await createOrganization(onTransaction(service, transaction), organizationName)
    const id = await addUser(operator, { name, email, role: 'administrator', password }, async () => passwordHash)
    return openSession(operator.actingAs(id), userAgent)
  })
}
