import Type, { type Static } from 'typebox'
import { viewNameMaxLength } from '../limits.ts'
import { Instant, notBlank, oneOf, Uuid } from '../scalars.ts'

export const viewLayouts = ['list', 'board'] as const
export type ViewLayout = (typeof viewLayouts)[number]

const fields = {
  name: notBlank(viewNameMaxLength),
  /** True if all users of the organization see the view. False if only the owner of the view sees it. */
  shared: Type.Boolean(),
  /** Filters and sort as a query string without the question mark, for example `priority=CRITICAL&sort=name`. */
  query: Type.String({ maxLength: 4_000 }),
  layout: oneOf(viewLayouts),
}

/** Saved view of the incident list: its filters, sort and layout. */
export const View = Type.Object(
  { id: Uuid, ownerId: Uuid, ...fields, createdAt: Instant, updatedAt: Instant },
  { additionalProperties: false },
)
export type View = Static<typeof View>

export const SaveView = Type.Object(fields, { additionalProperties: false })
export type SaveView = Static<typeof SaveView>

/** Change of a saved view. An absent field keeps its value. */
export const UpdateView = Type.Partial(SaveView, { additionalProperties: false, minProperties: 1 })
export type UpdateView = Static<typeof UpdateView>
