import { mediaDeleted } from '@tocsin/contract/events/media-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../events/record.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { markMediaDeleted, removeFromIncident } from './delete-queries.ts'
import { findAttachedMedia } from './find.ts'

/**
 * Deletes a file of an incident. No read returns the file after that. Download URLs that were issued before the
 * deletion stay valid until they expire.
 * @throws Problem `incident_not_found` or `media_not_found`.
 */
export async function deleteMedia(scope: OrganizationScope, incidentId: Uuid, mediaId: Uuid): Promise<void> {
  await findAttachedMedia(scope, { incidentId }, mediaId)
  await scope.transaction(async (inner) => {
    // The file was found, but another request may have deleted it before this transaction.
    const incident = await removeFromIncident(inner, incidentId, mediaId)
    if (!incident) throw new Problem('media_not_found')
    const { id, fileName } = await markMediaDeleted(inner, mediaId)
    await recordEvent(inner, mediaDeleted({ incidentId, mediaId: id, fileName, version: incident.version }))
  })
}
