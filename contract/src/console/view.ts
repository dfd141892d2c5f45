import Type, { type Static } from 'typebox'
import { countedViewsMaximum, orderedViewsMaximum, viewNameMaxLength, viewQueryMaxLength } from '../limits.ts'
import { Instant, notBlank, nullable, oneOf, Uuid } from '../scalars.ts'
import { builtInViews } from './built-in-views.ts'
import { IncidentCount } from './incident-change.ts'

export const viewLayouts = ['list', 'board', 'split'] as const
export type ViewLayout = (typeof viewLayouts)[number]

const fields = {
  name: notBlank(viewNameMaxLength),
  /** True if all users of the organization see the view. False if only the owner of the view sees it. */
  shared: Type.Boolean(),
  /** Filters and sort as a query string without the question mark, for example `priority=CRITICAL&sort=name`. */
  query: Type.String({ maxLength: viewQueryMaxLength }),
  layout: oneOf(viewLayouts),
}

/** Saved view of the incident list: its filters, sort and layout. */
export const View = Type.Object(
  { id: Uuid, ownerId: Uuid, ...fields, createdAt: Instant, updatedAt: Instant },
  { additionalProperties: false },
)
export type View = Static<typeof View>

/** Content of a new view. To restore a deleted view, send its id. */
export const SaveView = Type.Object({ id: Type.Optional(Uuid), ...fields }, { additionalProperties: false })
export type SaveView = Static<typeof SaveView>

/** Change of a saved view. An absent field keeps its value. */
export const UpdateView = Type.Partial(Type.Object(fields), { additionalProperties: false, minProperties: 1 })
export type UpdateView = Static<typeof UpdateView>

/** Filters of the views to count, each as a query string without `limit`, `offset` and `cursor`. */
export const CountViews = Type.Object(
  { queries: Type.Array(Type.String({ maxLength: viewQueryMaxLength }), { maxItems: countedViewsMaximum }) },
  { additionalProperties: false },
)
export type CountViews = Static<typeof CountViews>

/** Number of incidents in each view, in the order of the request. Null for a view whose filters are no longer valid. */
export const ViewCounts = Type.Object({ counts: Type.Array(nullable(IncidentCount)) }, { additionalProperties: false })
export type ViewCounts = Static<typeof ViewCounts>

/** Preferences of a user for views: their order, and the view that the console shows first. */
export const ViewPreferences = Type.Object(
  {
    /**
     * Ids of the user's own views and of shared views, in the user's order. Views that are not listed come last, sorted
     * by name.
     */
    order: Type.Array(Uuid, { maxItems: orderedViewsMaximum, uniqueItems: true }),
    /** View that the console shows first. Null for the list of open incidents. */
    defaultView: Type.Union([oneOf(builtInViews), Uuid, Type.Null()]),
  },
  { additionalProperties: false },
)
export type ViewPreferences = Static<typeof ViewPreferences>

/** Views that a user can see, in the user's order. */
export const Views = Type.Object(
  { data: Type.Array(View), defaultView: ViewPreferences.properties.defaultView },
  { additionalProperties: false },
)
export type Views = Static<typeof Views>
