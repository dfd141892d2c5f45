import Type from 'typebox'
import { AgeThresholds } from '../console/organization-settings.ts'
import { nullable } from '../scalars.ts'
import { changesOf } from './changes.ts'
import { defineEvent } from './define.ts'

export const organizationCreated = defineEvent({
  kind: 'organization.created',
  version: 1,
  meaning: 'The organization was created. Organizations of earlier versions lack this event.',
  isInFeed: false,
  data: { name: Type.String() },
})

export const organizationChanged = defineEvent({
  kind: 'organization.changed',
  version: 1,
  meaning: 'Settings of the organization were changed.',
  isInFeed: true,
  data: {
    changes: changesOf({
      oldestRevisionAgeDays: nullable(Type.Integer()),
      name: Type.String(),
      timeZone: nullable(Type.String()),
      ageThresholds: AgeThresholds,
    }),
  },
})

export const organizationPreparedForDemo = defineEvent({
  kind: 'organization.prepared_for_demo',
  version: 1,
  meaning: 'The command `tocsin demo` filled the organization with its data.',
  isInFeed: false,
  data: { name: Type.String() },
})
