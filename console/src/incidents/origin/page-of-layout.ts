import type { ViewLayout } from '@tocsin/contract/console/view.ts'

/** Where the Incidents are shown in each layout. */
export const pageOfLayout = { list: '/incidents', board: '/board' } as const satisfies Record<ViewLayout, string>
