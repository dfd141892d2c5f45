import Type from 'typebox'
import { roles } from '../console/session.ts'
import { ViewPreferences } from '../console/view.ts'
import { oneOf, Uuid } from '../scalars.ts'
import { changesOf } from './changes.ts'
import { defineEvent } from './define.ts'

const fields = { name: Type.String(), email: Type.String(), role: oneOf(roles) }

export const userCreated = defineEvent({
  kind: 'user.created',
  version: 1,
  meaning: 'A member of staff was added.',
  isInFeed: false,
  data: { userId: Uuid, ...fields },
})

export const userChanged = defineEvent({
  kind: 'user.changed',
  version: 1,
  meaning: 'The name, e-mail address or role of a member of staff was changed.',
  isInFeed: false,
  data: { userId: Uuid, changes: changesOf(fields) },
})

export const userArchived = defineEvent({
  kind: 'user.archived',
  version: 1,
  meaning: 'A member of staff was archived.',
  isInFeed: false,
  data: { userId: Uuid },
})

export const userRestored = defineEvent({
  kind: 'user.restored',
  version: 1,
  meaning: 'An archived member of staff was restored.',
  isInFeed: false,
  data: { userId: Uuid },
})

export const userPasswordSet = defineEvent({
  kind: 'user.password_set',
  version: 1,
  meaning: 'A password was set for a member of staff, by that user or by an administrator.',
  isInFeed: false,
  data: { userId: Uuid, endedSessions: Type.Integer({ description: 'Number of sessions that the change ended.' }) },
})

export const userSignedIn = defineEvent({
  kind: 'user.signed_in',
  version: 1,
  meaning: 'A member of staff signed in to the console.',
  isInFeed: false,
  data: { userId: Uuid, sessionId: Uuid },
})

export const userSignedOut = defineEvent({
  kind: 'user.signed_out',
  version: 1,
  meaning: 'A member of staff signed out of one session.',
  isInFeed: false,
  data: { userId: Uuid, sessionId: Uuid },
})

export const userSignedOutEverywhere = defineEvent({
  kind: 'user.signed_out_everywhere',
  version: 1,
  meaning: 'All sessions of a member of staff were ended.',
  isInFeed: false,
  data: { userId: Uuid, sessions: Type.Integer({ description: 'Number of ended sessions.' }) },
})

export const userViewsArranged = defineEvent({
  kind: 'user.views_arranged',
  version: 1,
  meaning: 'A member of staff changed the order of their views, or the view with which the console opens.',
  isInFeed: false,
  data: { userId: Uuid, changes: changesOf(ViewPreferences.properties) },
})
