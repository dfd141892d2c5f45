import type { Views } from '@tocsin/contract/console/view.ts'
import { linkToView, listViews } from './listed-views.ts'

/** Link to the page with which the console opens: the default view of the user, or the list of open incidents. */
export function startLink(views: Views | undefined) {
  const start = listViews(views?.data).find(({ id }) => id === views?.defaultView)
  return start ? linkToView(start) : ({ to: '/incidents', search: { state: 'open' } } as const)
}
