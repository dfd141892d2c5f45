import Type from 'typebox'
import { defineEvent } from './define.ts'

const basedOnRevision = Type.Integer({ description: 'Revision on which the draft is based.' })

export const configurationPublished = defineEvent({
  kind: 'configuration.published',
  version: 1,
  meaning: 'A revision of the creation configuration was published.',
  isInFeed: true,
  data: { revision: Type.Integer() },
})

export const configurationDraftSaved = defineEvent({
  kind: 'configuration.draft_saved',
  version: 1,
  meaning: 'The draft of the creation configuration was saved.',
  isInFeed: false,
  data: { version: Type.Integer({ description: 'Version of the draft after it was saved.' }), basedOnRevision },
})

export const configurationDraftDiscarded = defineEvent({
  kind: 'configuration.draft_discarded',
  version: 1,
  meaning: 'The draft of the creation configuration was discarded.',
  isInFeed: false,
  data: { version: Type.Integer({ description: 'Version of the discarded draft.' }), basedOnRevision },
})
