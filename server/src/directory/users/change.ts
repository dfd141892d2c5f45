import type { ChangeUser, StaffUser } from '@tocsin/contract/console/directory-administration.ts'
import { userChanged } from '@tocsin/contract/events/user-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { violatesUnique } from '../../database/sql-state.ts'
import { changesBetween } from '../../events/changes-between.ts'
import { recordEvent } from '../../events/record.ts'
import type { OrganizationScope } from '../../scope.ts'
import { emailTaken } from './email-taken.ts'
import { lockExisting } from '../lock-existing.ts'
import { requireOtherAdministrator } from './require-other-administrator.ts'
import { updateStaffUser } from './queries.ts'

/**
 * Changes the name, e-mail address or role of a member of staff. Fields that are absent in `change` stay unchanged. A
 * new role takes effect within a second, also in open sessions.
 * @throws Problem `reference_not_found`, `email_taken` or `last_administrator`.
 */
export async function changeUser(scope: OrganizationScope, id: Uuid, change: ChangeUser): Promise<StaffUser> {
  try {
    return await scope.transaction((inner) => applyChange(inner, id, change))
  } catch (error) {
    if (violatesUnique(error, 'users_email')) throw emailTaken(change.email!)
    throw error
  }
}

async function applyChange(scope: OrganizationScope, id: Uuid, change: ChangeUser): Promise<StaffUser> {
  if (change.role === 'member') await requireOtherAdministrator(scope, id)
  const { archivedAt, canSignIn, ...before } = await lockExisting(scope, 'user', id)
  const after = { ...before, ...change }
  const changes = changesBetween(before, after)
  if (changes) {
    await updateStaffUser(scope, after)
    await recordEvent(scope, userChanged({ userId: before.id, changes }))
  }
  return { ...after, archived: archivedAt !== null, canSignIn }
}
