import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type AnyRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { readSearch, writeSearch } from './api/search-parameters.ts'
import { PageSkeleton } from './kit/feedback/skeletons.tsx'
import { ErrorPage } from './kit/pages/error-page.tsx'
import { pages } from './routes.tsx'

/** Makes the router of all pages. */
export const makeRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree: pages,
    context: { queryClient },
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    // TanStack Query caches the loaded data, so the router must not cache preloaded data itself.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: ({ error, reset }: ErrorComponentProps) => <ErrorPage error={error} onRetry={reset} />,
  })

/** Starts to load the code of the page in the address bar, so that it loads while the guards read the session. */
export function loadPageCode(router: AnyRouter): void {
  for (const { routeId } of router.matchRoutes(router.latestLocation))
    void router.loadRouteChunk(router.routesById[routeId]!)
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
