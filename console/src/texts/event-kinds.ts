import { defineTexts } from './define-texts.ts'

interface KindGroup {
  group: string
  /** Names of the kinds of events in the group, keyed by kind. */
  kinds: Readonly<Record<string, string>>
}

/** Kinds of events that webhooks deliver, in groups, with their names. A test compares them with the feed. */
export const eventKindTexts = defineTexts<readonly KindGroup[]>([
  {
    group: 'Incidents',
    kinds: {
      'incident.created': 'Incident reported',
      'incident.changed': 'Incident changed',
      'incident.deleted': 'Incident deleted',
      'incident.restored': 'Incident restored',
    },
  },
  {
    group: 'Comments and files',
    kinds: {
      'comment.created': 'Comment added',
      'comment.changed': 'Comment changed',
      'comment.deleted': 'Comment deleted',
      'media.attached': 'File attached',
      'media.thumbnail_made': 'Thumbnail ready',
      'media.deleted': 'File deleted',
    },
  },
  {
    group: 'Locations and points',
    kinds: {
      'location.created': 'Location added',
      'location.changed': 'Location changed',
      'location.archived': 'Location archived',
      'location.restored': 'Location restored',
      'point.created': 'Point added',
      'point.changed': 'Point changed',
      'point.archived': 'Point archived',
      'point.restored': 'Point restored',
    },
  },
  {
    group: 'Organization',
    kinds: {
      'configuration.published': 'Report forms published',
      'workflow.created': 'Workflow created',
      'workflow.changed': 'Workflow changed',
      'organization.changed': 'Organization changed',
    },
  },
])

const names: Readonly<Record<string, string>> = Object.assign(
  { 'webhook.test': 'Test' },
  ...eventKindTexts.map(({ kinds }) => kinds),
)

/** Returns the name of a kind of event. Returns the kind itself if this version of the console does not know it. */
export const kindInWords = (kind: string): string => names[kind] ?? kind
