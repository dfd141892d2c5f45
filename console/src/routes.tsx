import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { chunk } from './api/chunk.ts'
import { readConfigurationSearch } from './configuration/configuration-search.ts'
import { readRevisionSearch } from './configuration/revision-search.ts'
import { readDirectorySearch } from './directory/directory-search.ts'
import { administration, root, staff } from './guards.tsx'
import { NotFoundPage } from './kit/pages/not-found-page.tsx'
import { readReportSearch } from './incidents/report/report-search.ts'
import { readIncidentSearch } from './incidents/search/incident-search.ts'
import { startLink } from './incidents/views/start-link.ts'
import { readSplitSearch } from './incidents/search/split-search.ts'
import { useRoomForSplit } from './incidents/layouts/use-room-for-split.ts'
import { setUpQuery } from './sessions/set-up-query.ts'
import { readSignInSearch } from './sessions/sign-in-search.ts'
import { viewsQuery } from './views/queries.ts'

// This file lists every page of the console behind the guard that protects it. Each page is a JavaScript chunk that is
// loaded when a user opens the page.

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readSignInSearch,
  async beforeLoad({ context }) {
    // If the set-up state cannot be read, show the sign-in form anyway. The form reports the problem when the user
    // submits it.
    const state = await context.queryClient.ensureQueryData(setUpQuery).catch(() => undefined)
    if (state?.open) throw redirect({ to: '/set-up' })
  },
  component: lazyRouteComponent(() => chunk(import('./sessions/sign-in-page.tsx')), 'SignInPage'),
})
const setUp = createRoute({
  getParentRoute: () => root,
  path: '/set-up',
  component: lazyRouteComponent(() => chunk(import('./sessions/set-up-page.tsx')), 'SetUpPage'),
})

const IncidentListPage = lazyRouteComponent(() => chunk(import('./incidents/list-page.tsx')), 'IncidentListPage')
const start = createRoute({
  getParentRoute: () => staff,
  path: '/',
  async beforeLoad({ context }) {
    // Most users start with a list. Load its code while the views are read.
    void IncidentListPage.preload?.()
    // If the views cannot be read, open the list, which reports the problem.
    const views = await context.queryClient.ensureQueryData(viewsQuery).catch(() => undefined)
    throw redirect({ ...startLink(views), replace: true })
  },
})
const incidents = createRoute({
  getParentRoute: () => staff,
  path: '/incidents',
  validateSearch: readIncidentSearch,
  component: IncidentListPage,
})
const newIncident = createRoute({
  getParentRoute: () => staff,
  path: '/incidents/new',
  validateSearch: readReportSearch,
  component: lazyRouteComponent(() => chunk(import('./incidents/new-page.tsx')), 'NewIncidentPage'),
})
/** Short address of the report form, for printed QR codes. */
const report = createRoute({
  getParentRoute: () => staff,
  path: '/report',
  validateSearch: readReportSearch,
  beforeLoad({ search }) {
    throw redirect({ to: '/incidents/new', search, replace: true })
  },
})
const incident = createRoute({
  getParentRoute: () => staff,
  path: '/incidents/$incidentId',
  component: lazyRouteComponent(() => chunk(import('./incidents/detail-page.tsx')), 'IncidentPage'),
})
const board = createRoute({
  getParentRoute: () => staff,
  path: '/board',
  validateSearch: readIncidentSearch,
  component: lazyRouteComponent(() => chunk(import('./incidents/board-page.tsx')), 'BoardPage'),
})
const SplitPage = lazyRouteComponent(() => chunk(import('./incidents/split-page.tsx')), 'SplitPage')
const split = createRoute({
  getParentRoute: () => staff,
  path: '/split',
  validateSearch: readSplitSearch,
  component: function Split() {
    return useRoomForSplit() ? <SplitPage /> : <IncidentListPage />
  },
})
const overview = createRoute({
  getParentRoute: () => staff,
  path: '/overview',
  component: lazyRouteComponent(() => chunk(import('./overview/overview-page.tsx')), 'OverviewPage'),
})
const nowhere = createRoute({
  getParentRoute: () => staff,
  path: '$',
  component: NotFoundPage,
})

const configuration = createRoute({
  getParentRoute: () => administration,
  path: '/configuration',
  validateSearch: readConfigurationSearch,
  component: lazyRouteComponent(() => chunk(import('./configuration/current-page.tsx')), 'ConfigurationPage'),
})
const configurationDraft = createRoute({
  getParentRoute: () => administration,
  path: '/configuration/draft',
  component: lazyRouteComponent(() => chunk(import('./configuration/draft-page.tsx')), 'DraftPage'),
})
const configurationRevision = createRoute({
  getParentRoute: () => administration,
  path: '/configuration/$revision',
  validateSearch: readRevisionSearch,
  component: lazyRouteComponent(() => chunk(import('./configuration/revision-page.tsx')), 'RevisionPage'),
})
const directory = createRoute({
  getParentRoute: () => administration,
  path: '/directory',
  validateSearch: readDirectorySearch,
  component: lazyRouteComponent(() => chunk(import('./directory/locations-page.tsx')), 'LocationsPage'),
})
const location = createRoute({
  getParentRoute: () => administration,
  path: '/directory/$locationId',
  validateSearch: readDirectorySearch,
  component: lazyRouteComponent(() => chunk(import('./directory/location-page.tsx')), 'LocationPage'),
})
const qrCodes = createRoute({
  getParentRoute: () => administration,
  path: '/directory/$locationId/qr-codes',
  component: lazyRouteComponent(() => chunk(import('./directory/qr-codes-page.tsx')), 'QrCodesPage'),
})
const users = createRoute({
  getParentRoute: () => administration,
  path: '/users',
  validateSearch: readDirectorySearch,
  component: lazyRouteComponent(() => chunk(import('./directory/users-page.tsx')), 'UsersPage'),
})
const workflow = createRoute({
  getParentRoute: () => administration,
  path: '/workflow',
  component: lazyRouteComponent(() => chunk(import('./workflow/workflow-page.tsx')), 'WorkflowPage'),
})
const keys = createRoute({
  getParentRoute: () => administration,
  path: '/keys',
  component: lazyRouteComponent(() => chunk(import('./keys/keys-page.tsx')), 'KeysPage'),
})
const webhooks = createRoute({
  getParentRoute: () => administration,
  path: '/webhooks',
  component: lazyRouteComponent(() => chunk(import('./webhooks/webhooks-page.tsx')), 'WebhooksPage'),
})
const organization = createRoute({
  getParentRoute: () => administration,
  path: '/organization',
  component: lazyRouteComponent(() => chunk(import('./organization/organization-page.tsx')), 'OrganizationPage'),
})
const about = createRoute({
  getParentRoute: () => administration,
  path: '/about',
  component: lazyRouteComponent(() => chunk(import('./organization/about-page.tsx')), 'AboutPage'),
})
const webhookEndpoint = createRoute({
  getParentRoute: () => administration,
  path: '/webhooks/$endpointId',
  component: lazyRouteComponent(() => chunk(import('./webhooks/endpoint-page.tsx')), 'EndpointPage'),
})

/** Tree of all pages. */
export const pages = root.addChildren([
  signIn,
  setUp,
  staff.addChildren([
    start,
    incidents,
    newIncident,
    report,
    incident,
    board,
    split,
    overview,
    nowhere,
    administration.addChildren([
      configuration,
      configurationDraft,
      configurationRevision,
      directory,
      location,
      qrCodes,
      users,
      workflow,
      keys,
      webhooks,
      webhookEndpoint,
      organization,
      about,
    ]),
  ]),
])
