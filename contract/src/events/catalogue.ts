import { apiKeyIssued, apiKeyRevoked, apiKeyRotated } from './api-key-events.ts'
import { commentChanged, commentCreated, commentDeleted } from './comment-events.ts'
import { configurationDraftDiscarded, configurationDraftSaved, configurationPublished } from './configuration-events.ts'
import { incidentChanged, incidentCreated, incidentDeleted, incidentRestored } from './incident-events.ts'
import { locationArchived, locationChanged, locationCreated, locationRestored } from './location-events.ts'
import { mediaAttached, mediaDeleted, mediaThumbnailMade } from './media-events.ts'
import { organizationChanged, organizationCreated, organizationPreparedForDemo } from './organization-events.ts'
import { pointArchived, pointChanged, pointCreated, pointRestored } from './point-events.ts'
import {
  userArchived,
  userChanged,
  userCreated,
  userPasswordSet,
  userRestored,
  userSignedIn,
  userSignedOut,
  userSignedOutEverywhere,
  userViewsArranged,
} from './user-events.ts'
import { viewChanged, viewCreated, viewDeleted } from './view-events.ts'
import {
  webhookEndpointChanged,
  webhookEndpointCreated,
  webhookEndpointDeleted,
  webhookEndpointPaused,
  webhookEndpointResumed,
  webhookEventSkipped,
  webhookEventsReplayed,
  webhookSecretRotated,
} from './webhook-events.ts'
import { workflowChanged, workflowCreated } from './workflow-events.ts'

/**
 * Every version of every kind of event. Never delete an entry, because stored events have the kind and version of the
 * entry. If the data of a kind change, add another entry with the next version.
 */
export const catalogue = [
  incidentCreated,
  incidentChanged,
  incidentDeleted,
  incidentRestored,
  commentCreated,
  commentChanged,
  commentDeleted,
  mediaAttached,
  mediaThumbnailMade,
  mediaDeleted,
  configurationPublished,
  configurationDraftSaved,
  configurationDraftDiscarded,
  workflowCreated,
  workflowChanged,
  locationCreated,
  locationChanged,
  locationArchived,
  locationRestored,
  pointCreated,
  pointChanged,
  pointArchived,
  pointRestored,
  organizationCreated,
  organizationChanged,
  organizationPreparedForDemo,
  userCreated,
  userChanged,
  userArchived,
  userRestored,
  userPasswordSet,
  userSignedIn,
  userSignedOut,
  userSignedOutEverywhere,
  userViewsArranged,
  apiKeyIssued,
  apiKeyRotated,
  apiKeyRevoked,
  viewCreated,
  viewChanged,
  viewDeleted,
  webhookEndpointCreated,
  webhookEndpointChanged,
  webhookEndpointDeleted,
  webhookSecretRotated,
  webhookEndpointPaused,
  webhookEndpointResumed,
  webhookEventSkipped,
  webhookEventsReplayed,
] as const

/** Event to record, made by one of the functions in the catalogue. */
export type CatalogueEvent = ReturnType<(typeof catalogue)[number]>
export type EventKind = CatalogueEvent['kind']

/** Kinds of the events that the feed contains. */
export const feedKinds: readonly string[] = [
  ...new Set(catalogue.filter(({ isInFeed }) => isInFeed).map(({ kind }) => kind)),
]
