import type { SetUp } from '@tocsin/contract/console/session.ts'
import type { Database } from '../../database/open.ts'
import { storeUser } from '../../directory/users/add.ts'
import { createOrganization } from '../../organizations/create.ts'
import { Problem } from '../../problem.ts'
import { onTransaction, type Service } from '../../service.ts'
import { countAttempt } from '../sessions/failures/count-attempt.ts'
import { setUpSubject } from '../sessions/failures/subject.ts'
import { openSession, type OpenedSession } from '../sessions/open.ts'
import { hashPassword } from '../password/hash.ts'
import { rejectObviousPassword } from '../password/reject-obvious.ts'
import { isSetUpCode } from './code.ts'
import { deleteSetUpCodes, hasOrganization, lockSetUp } from './queries.ts'
import type { Visitor } from '../sessions/sign-in.ts'

/** Checks if the server still needs its first organization. */
export const isSetUpOpen = async (database: Database): Promise<boolean> => !(await hasOrganization(database))

/**
 * Creates the first organization with its administrator, and signs the administrator in, all in one transaction. Of
 * several concurrent calls, only one succeeds.
 * @throws Problem `set_up_closed` when any organization exists. Problem `set_up_code_wrong` for a wrong code. Problem
 *   `sign_in_locked` after ten wrong codes from one network within 15 minutes.
 */
export async function setUp(
  service: Service,
  { code, organizationName, name, email, password }: SetUp,
  { userAgent, network }: Pick<Visitor, 'userAgent' | 'network'>,
): Promise<OpenedSession> {
  // Check before taking the lock, so that calls after the set-up do not wait for each other.
  if (!(await isSetUpOpen(service.database))) throw new Problem('set_up_closed')
  // Accept a right code even after too many wrong ones. Otherwise, a stranger who guesses could lock the operator out.
  // Nobody can guess 80 random bits.
  if (!(await isSetUpCode(service.database, code))) {
    await countAttempt(service.database, [{ subject: setUpSubject(network) }])
    throw new Problem('set_up_code_wrong')
  }
  rejectObviousPassword(password, { name, email }, '/password')
  // Hash before the transaction, which would occupy a connection during the wait in the password queue.
  const passwordHash = await service.passwords.run({ isKnown: false, key: network }, () => hashPassword(password))
  return service.database.transaction().execute(async (transaction) => {
    await lockSetUp(transaction)
    if (!(await isSetUpOpen(transaction))) throw new Problem('set_up_closed')
    const operator = await createOrganization(onTransaction(service, transaction), organizationName)
    const id = await storeUser(operator, { name, email, role: 'administrator', passwordHash })
    await deleteSetUpCodes(transaction)
    return openSession(operator.actingAs(id), userAgent)
  })
}
