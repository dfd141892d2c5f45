import Type from 'typebox'
import { viewLayouts } from '../console/view.ts'
import { oneOf, Uuid } from '../scalars.ts'
import { changesOf } from './changes.ts'
import { defineEvent } from './define.ts'

const fields = { name: Type.String(), shared: Type.Boolean(), query: Type.String(), layout: oneOf(viewLayouts) }

export const viewCreated = defineEvent({
  kind: 'view.created',
  version: 1,
  meaning: 'A view of the console was saved.',
  isInFeed: false,
  data: { viewId: Uuid, ...fields },
})

export const viewChanged = defineEvent({
  kind: 'view.changed',
  version: 1,
  meaning: 'A view of the console was changed.',
  isInFeed: false,
  data: { viewId: Uuid, changes: changesOf(fields) },
})

export const viewDeleted = defineEvent({
  kind: 'view.deleted',
  version: 1,
  meaning: 'A view of the console was deleted. The data are its last content.',
  isInFeed: false,
  data: { viewId: Uuid, ...fields },
})
