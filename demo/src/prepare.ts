import type { Environment } from '../../server/src/environment.ts'
import { recordEvent } from '../../server/src/events/record.ts'
import { openMediaStorage, type MediaStorage } from '../../server/src/media/storage/storage.ts'
import { PendingThumbnails } from '../../server/src/media/thumbnails/pending.ts'
import { operatorScope } from '../../server/src/organizations/queries.ts'
import type { OrganizationScope } from '../../server/src/scope.ts'
import { onTransaction, type Service } from '../../server/src/service.ts'
import { renewAccess, type DemoAccess } from './access.ts'
import { hospitalName, prepareHospital } from './prepare-hospital.ts'
import { prepareShops, shopsName, type ReportProgress } from './prepare-shops.ts'
import { findPrepared, lockDemo } from './queries.ts'

/**
 * Makes the two organizations of the demo, unless they are there, and sees that the remembered keys and password work.
 * All in one transaction: an interrupted preparation leaves nothing but files for the sweep, and is done again at the
 * next start.
 * @param onProgress is told how much of it is done; never, when nothing has to be.
 */
export async function prepareDemo(
  service: Service,
  environment: Environment,
  onProgress: ReportProgress,
): Promise<DemoAccess> {
  const storage = await openMediaStorage(environment)
  const access = await service.database.transaction().execute(async (transaction) => {
    await lockDemo(transaction)
    const inner = onTransaction(service, transaction)
    const shops = await foundOrPrepared(inner, shopsName, () => prepareShops(inner, storage, onProgress))
    const hospital = await foundOrPrepared(inner, hospitalName, () => prepareHospital(inner))
    return renewAccess(environment.DATA_DIR, shops, hospital)
  })
  await makeThumbnails(service, storage)
  return access
}

/** Before the first page is shown. A failure is left to the server. */
async function makeThumbnails(service: Service, storage: MediaStorage): Promise<void> {
  const thumbnails = new PendingThumbnails({ service, storage, log: { warn: () => undefined } })
  await thumbnails.makeDue()
  await thumbnails.close()
}

async function foundOrPrepared(
  service: Service,
  name: string,
  prepare: () => Promise<OrganizationScope>,
): Promise<OrganizationScope> {
  const id = await findPrepared(service.database, name)
  const found = id && (await operatorScope(service, id))
  if (found) return found

  const scope = await prepare()
  await recordEvent(scope, {
    kind: 'organization_prepared_for_demo',
    subjectKind: 'organization',
    subjectId: scope.organizationId,
    changes: { name },
  })
  return scope
}
