import type { Role } from '@tocsin/contract/console/session.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { UpdateView, View } from '@tocsin/contract/console/view.ts'
import { changesBetween } from '../events/changes-between.ts'
import { recordEvent } from '../events/record.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { lockOwnUnlessAdministrator } from './lock-own-unless-administrator.ts'
import { updateView } from './queries.ts'

/**
 * Changes a view.
 * @param update an absent field keeps its value.
 * @throws Problem what `lockOwnUnlessAdministrator` throws; `view_not_yours` for making somebody else's view private.
 */
export function changeView(scope: OrganizationScope, id: Uuid, role: Role, update: UpdateView): Promise<View> {
  return scope.transaction(async (inner) => {
    const view = await lockOwnUnlessAdministrator(inner, id, role)
    const changed = { ...view, ...update }
    const changes = changesBetween(view, changed)
    if (!changes) return view
    // It would be out of sight for whoever did it.
    if (update.shared === false && view.ownerId !== scope.actorId) throw new Problem('view_not_yours')
    await recordEvent(inner, { kind: 'view_changed', subjectKind: 'view', subjectId: view.id, changes })
    return updateView(inner, changed)
  })
}
