import type { Page, Route } from 'playwright-core'

/** Passes requests of the page that change a single incident to `handle`. All other requests go to the server. */
export const routeChanges = (page: Page, handle: (route: Route) => unknown): Promise<unknown> =>
  page.route('**/api/console/incidents/*', (route) =>
    route.request().method() === 'PATCH' ? handle(route) : route.fallback(),
  )
