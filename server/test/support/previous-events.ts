import { newId } from '../../src/database/new-id.ts'

/** Ids of the rows to which the events refer: an incident with a file, and with a comment that has a file. */
const ids = Array.from({ length: 8 }, newId) as [string, string, string, string, string, string, string, string]
export const [organization, user, state, incident, comment, media, commentMedia, other] = ids

const file = { mediaId: media, fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 1, sha256: 'ff' }
const view = { name: 'All', shared: true, query: '', layout: 'list' }
const name: [from: string, to: string] = ['Before', 'After']
const at = '2026-03-01T08:30:00.000Z'

type PreviousEvent = [oldKind: string, subject: string, changes: object, kind: string, data: object, version?: number]

/** Events as the previous version stored them, each with the kind and data that the current catalogue has for it. */
export const eventsOfIncident: PreviousEvent[] = [
  [
    'incident_created',
    incident,
    { clientRequestId: other, stateId: state },
    'incident.created',
    { clientRequestId: other, stateId: state },
  ],
  ['incident_edited', incident, { name }, 'incident.changed', { changes: { name }, version: null }],
  [
    'incident_assigned',
    incident,
    { assigneeId: [null, user] },
    'incident.changed',
    { changes: { assigneeId: [null, user] }, version: 2 },
    2,
  ],
  [
    'incident_transitioned',
    incident,
    { stateId: [state, other] },
    'incident.changed',
    { changes: { stateId: [state, other] }, version: 3 },
    3,
  ],
  ['incident_removed', incident, {}, 'incident.deleted', { version: 4 }, 4],
  ['incident_restored', incident, {}, 'incident.restored', { version: 5 }, 5],
  [
    'incident_restored',
    incident,
    { stateId: [state, other] },
    'incident.restored',
    { changes: { stateId: [state, other] }, version: 6 },
    6,
  ],
  [
    'comment_added',
    comment,
    { relatedEntityId: incident, message: 'Beep', externalId: null },
    'comment.created',
    { commentId: comment, message: 'Beep', externalId: null },
  ],
  ['comment_edited', comment, { message: name }, 'comment.changed', { commentId: comment, changes: { message: name } }],
  [
    'comment_removed',
    comment,
    { relatedEntityId: incident },
    'comment.deleted',
    { commentId: comment, createdBy: user },
  ],
  ['media_attached', incident, file, 'media.attached', { ...file, commentId: null, version: 7 }, 7],
  [
    'media_attached',
    comment,
    { ...file, mediaId: commentMedia },
    'media.attached',
    { ...file, mediaId: commentMedia, commentId: comment, version: null },
  ],
  [
    'media_removed',
    incident,
    { mediaId: media, fileName: 'a.txt' },
    'media.deleted',
    { mediaId: media, fileName: 'a.txt', version: 8 },
    8,
  ],
  ['media_thumbnail_made', media, {}, 'media.thumbnail_made', { mediaId: media }],
  ['media_thumbnail_made', commentMedia, {}, 'media.thumbnail_made', { mediaId: commentMedia }],
]
export const otherEvents: PreviousEvent[] = [
  ['creation_configuration_published', '2', { revision: 2 }, 'configuration.published', { revision: 2 }],
  [
    'creation_configuration_draft_saved',
    'draft',
    { version: [1, 2], basedOnRevision: 1 },
    'configuration.draft_saved',
    { version: 2, basedOnRevision: 1 },
  ],
  [
    'creation_configuration_draft_discarded',
    'draft',
    { version: 2, basedOnRevision: 1 },
    'configuration.draft_discarded',
    { version: 2, basedOnRevision: 1 },
  ],
  [
    'organization_oldest_revision_age_set',
    organization,
    { oldestRevisionAgeDays: [null, 30] },
    'organization.changed',
    { changes: { oldestRevisionAgeDays: [null, 30] } },
  ],
  [
    'organization_prepared_for_demo',
    organization,
    { name: 'Shops' },
    'organization.prepared_for_demo',
    { name: 'Shops' },
  ],
  [
    'location_added',
    other,
    { name: 'Harbour', externalId: null },
    'location.created',
    { locationId: other, name: 'Harbour', externalId: null },
  ],
  ['location_changed', other, { name }, 'location.changed', { locationId: other, changes: { name } }],
  ['location_archived', other, { archived: [false, true] }, 'location.archived', { locationId: other }],
  ['location_restored', other, { archived: [true, false] }, 'location.restored', { locationId: other }],
  [
    'point_added',
    other,
    { locationId: state, name: 'Door' },
    'point.created',
    { pointId: other, locationId: state, name: 'Door' },
  ],
  ['point_changed', other, { name }, 'point.changed', { pointId: other, changes: { name } }],
  ['point_archived', other, { archived: [false, true] }, 'point.archived', { pointId: other }],
  ['point_restored', other, { archived: [true, false] }, 'point.restored', { pointId: other }],
  [
    'user_added',
    user,
    { name: 'Ada', email: 'ada@example.com', role: 'member' },
    'user.created',
    { userId: user, name: 'Ada', email: 'ada@example.com', role: 'member' },
  ],
  [
    'user_changed',
    user,
    { role: ['member', 'administrator'] },
    'user.changed',
    { userId: user, changes: { role: ['member', 'administrator'] } },
  ],
  ['user_archived', user, { archived: [false, true] }, 'user.archived', { userId: user }],
  ['user_restored', user, { archived: [true, false] }, 'user.restored', { userId: user }],
  ['user_password_set', user, { endedSessions: 1 }, 'user.password_set', { userId: user, endedSessions: 1 }],
  ['user_signed_in', user, { sessionId: other }, 'user.signed_in', { userId: user, sessionId: other }],
  ['user_signed_out', user, { sessionId: other }, 'user.signed_out', { userId: user, sessionId: other }],
  ['user_signed_out_everywhere', user, { sessions: 2 }, 'user.signed_out_everywhere', { userId: user, sessions: 2 }],
  [
    'api_key_issued',
    other,
    { name: 'Till', scopes: ['read'], expiresAt: null },
    'api_key.issued',
    { apiKeyId: other, name: 'Till', scopes: ['read'], expiresAt: null },
  ],
  [
    'api_key_rotated',
    other,
    { successorId: [null, state], revokedAt: [null, at] },
    'api_key.rotated',
    { apiKeyId: other, successorId: state, revokedAt: at },
  ],
  ['api_key_revoked', other, { revokedAt: [null, at] }, 'api_key.revoked', { apiKeyId: other, revokedAt: at }],
  ['workflow_set_up', organization, { states: ['Open'] }, 'workflow.created', { states: ['Open'] }],
  [
    'workflow_changed',
    organization,
    { initialStateId: [state, other] },
    'workflow.changed',
    { changes: { initialStateId: [state, other] } },
  ],
  ['view_saved', other, view, 'view.created', { viewId: other, ...view }],
  ['view_changed', other, { name }, 'view.changed', { viewId: other, changes: { name } }],
  ['view_removed', other, view, 'view.deleted', { viewId: other, ...view }],
]
