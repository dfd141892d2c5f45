import { newId } from '../../database/new-id.ts'
import { addComment } from '../../comments/add.ts'
import { commentListShape, listComments } from '../../comments/list.ts'
import { catalogue } from '@tocsin/contract/events/catalogue.ts'
import { newestPosition } from '../../events/newest-position.ts'
import { writePosition } from '../../events/position.ts'
import { readFeed } from '../../feed/read.ts'
import { readListQuery } from '../../http/lists/list-query.ts'
import { findUsableKey } from '../../identity/keys/find-usable.ts'
import { issueKey } from '../../identity/keys/issue.ts'
import { parseKey } from '../../identity/keys/secret.ts'
import { openSession } from '../../identity/sessions/open.ts'
import { changeIncidentOnce } from '../../incidents/change/change.ts'
import { createIncident } from '../../incidents/create/create.ts'
import { countViews } from '../../incidents/list/count-views.ts'
import { staffIncidentListShape } from '../../incidents/list/list-shape.ts'
import { listIncidents } from '../../incidents/list/list.ts'
import { readIncidentDetails } from '../../incidents/read.ts'
import { createOrganization } from '../../organizations/create.ts'
import type { OrganizationScope } from '../../scope.ts'
import type { Service } from '../../service.ts'

const list = (raw: Record<string, string>) => readListQuery(staffIncidentListShape, raw)

/** Creates the organization for `runHotOperations`. */
export const makeOrganization = (service: Service): Promise<OrganizationScope> =>
  createOrganization(service, 'Check of the cluster')

/** Runs the operations that a busy organization runs most often. */
export async function runHotOperations(scope: OrganizationScope): Promise<void> {
  await readKeyAndSession(scope)
  const feed = {
    after: writePosition(await newestPosition(scope)),
    kinds: catalogue.map(({ kind }) => kind),
    limit: 50,
  }
  const { id } = await createIncident(scope, { clientRequestId: newId(), name: 'Freezer above -15 °C' })
  await changeIncidentOnce(scope, { incidentId: id, patch: { priority: 'MAJOR' }, keyed: undefined })
  await addComment(scope, { relatedEntityId: id, message: 'Seen' }, { madeThroughApi: true, idempotencyKey: newId() })
  await readIncidentDetails(scope, id)
  await listIncidents(scope, list({}))
  await listIncidents(scope, list({ q: 'freezer', state: 'open' }))
  await listIncidents(scope, list({ priority: 'MAJOR', offset: '50' }))
  await countViews(scope, ['state=open&assigned=false', 'state=open&priority=CRITICAL'])
  await listComments(scope, id, readListQuery(commentListShape, {}))
  await readFeed(scope, feed)
}

async function readKeyAndSession(scope: OrganizationScope): Promise<void> {
  const { key } = await issueKey(scope, { name: 'Check', scopes: ['read'] })
  await findUsableKey(scope.service, parseKey(key)!)
  await openSession(scope, undefined)
}
