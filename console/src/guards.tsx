import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { ForbiddenPage } from './kit/pages/forbidden-page.tsx'
import { sessionQuery } from './sessions/session.ts'
import { AppFrame } from './shell/app-frame.tsx'
import { chooseTimeZone } from './texts/time-zone.ts'

/** Root of all routes. */
export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet })

/**
 * Parent route of the pages for signed-in users. Visitors who are not signed in see the sign-in page first, and then
 * the page that they have requested.
 */
export const staff = createRoute({
  getParentRoute: () => root,
  id: 'staff',
  async beforeLoad({ context, location }) {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (!session) throw redirect({ to: '/sign-in', search: { from: location.href } })
    chooseTimeZone(session.organization.timeZone)
    return { session }
  },
  component: AppFrame,
})

/**
 * Parent route of the pages for administrators. Other users see `ForbiddenPage`, and the server rejects their requests.
 */
export const administration = createRoute({
  getParentRoute: () => staff,
  id: 'administration',
  component: function Administration() {
    const { session } = staff.useRouteContext()
    return session.user.role === 'administrator' ? <Outlet /> : <ForbiddenPage />
  },
})
