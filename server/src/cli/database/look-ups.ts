import { randomBytes } from 'node:crypto'
import type { Database } from '../../database/open.ts'
import { newId } from '../../database/new-id.ts'
import { findChangesOf } from '../../live/queries.ts'
import { findNewestOf } from '../../events/position-queries.ts'
import { findKey } from '../../identity/keys/queries.ts'
import { findHoldersOfEmail } from '../../identity/sessions/queries.ts'
import { findUsableRoles, findUsableSession } from '../../identity/sessions/usable-queries.ts'
import { hasOrganization } from '../../identity/set-up/queries.ts'
import { findSomeMedia } from '../../installation/queries.ts'
import { claimFile } from '../../media/thumbnails/queries.ts'
import { listOrganizations } from '../../organizations/list.ts'
import { findDeliveryState, findWaiting } from '../../webhooks/deliveries/lease-queries.ts'

const nobody = newId()

/**
 * Queries that read the rows of all organizations, and therefore all nodes of a cluster. `occasion` names the occasion
 * on which a query runs.
 */
export const lookUps: { occasion: string; run: (database: Database) => Promise<unknown> }[] = [
  { occasion: 'live updates, each tick', run: (database) => findChangesOf(database, new Map([[nobody, 0]]), 1) },
  { occasion: 'followed feeds, each tick', run: (database) => findNewestOf(database, [nobody]) },
  {
    occasion: 'sessions of open pages',
    run: (database) => findUsableRoles(database, [{ id: nobody, organizationId: nobody }]),
  },
  { occasion: 'webhooks to deliver, each second', run: (database) => findWaiting(database, [], 1) },
  { occasion: 'pending thumbnails', run: (database) => claimFile(database, nobody) },
  {
    occasion: 'unknown API key, and first use of a key of an earlier version',
    run: (database) => findKey(database, nobody, undefined),
  },
  {
    occasion: 'session cookie of an earlier version',
    run: (database) => findUsableSession(database, randomBytes(32), undefined),
  },
  {
    occasion: 'sign-in by e-mail address',
    run: (database) => findHoldersOfEmail(database, 'nobody@example.com', undefined),
  },
  { occasion: 'set-up page', run: hasOrganization },
  { occasion: 'start of a server', run: findSomeMedia },
  { occasion: 'list of organizations', run: listOrganizations },
  { occasion: 'metrics', run: findDeliveryState },
]
