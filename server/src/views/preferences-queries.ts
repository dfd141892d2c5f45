import type { ViewPreferences } from '@tocsin/contract/console/view.ts'
import type { OrganizationScope } from '../scope.ts'

/** Finds the preferences of the acting user; undefined if the user has never changed them. */
export const findPreferences = (scope: OrganizationScope): Promise<ViewPreferences | undefined> =>
  scope.database
    .selectFrom('view_preferences')
    .select(['view_order as order', 'default_view as defaultView'])
    .where('organization_id', '=', scope.organizationId)
    .where('user_id', '=', scope.actorId)
    .executeTakeFirst()

export const storePreferences = (scope: OrganizationScope, { order, defaultView }: ViewPreferences) =>
  scope.database
    .insertInto('view_preferences')
    .values({
      organization_id: scope.organizationId,
      user_id: scope.actorId,
      view_order: order,
      default_view: defaultView,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'user_id']).doUpdateSet({ view_order: order, default_view: defaultView }),
    )
    .execute()
