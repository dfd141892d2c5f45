import { organizationPreparedForDemo } from '@tocsin/contract/events/organization-events.ts'
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
 * Creates the two organizations of the demo if they do not exist yet. Replaces stored API keys and passwords that do
 * not work. All rows are written in one transaction, so an interrupted preparation leaves no rows, and the next call
 * starts again. The server's sweep deletes the files of an interrupted preparation.
 * @param onProgress receives the completed share of the work. It is not called if the organizations exist.
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
    const shops = await findOrPrepare(inner, shopsName, () => prepareShops(inner, storage, onProgress))
    const hospital = await findOrPrepare(inner, hospitalName, () => prepareHospital(inner))
    return renewAccess(environment.DATA_DIR, shops, hospital)
  })
  await makeThumbnails(service, storage)
  return access
}

/** Makes the thumbnails before the first page is shown. The server retries failed thumbnails later. */
async function makeThumbnails(service: Service, storage: MediaStorage): Promise<void> {
  const thumbnails = new PendingThumbnails({ service, storage, log: { warn: () => undefined } })
  await thumbnails.makeDue()
  await thumbnails.close()
}

async function findOrPrepare(
  service: Service,
  name: string,
  prepare: () => Promise<OrganizationScope>,
): Promise<OrganizationScope> {
  const id = await findPrepared(service.database, name)
  const found = id && (await operatorScope(service, id))
  if (found) return found

  const scope = await prepare()
  await recordEvent(scope, organizationPreparedForDemo({ name }))
  return scope
}
