import type { OpenDatabase } from '@tocsin/server/src/database/open.ts'
import { migrate } from '@tocsin/server/src/database/migrate.ts'
import { issueKey } from '@tocsin/server/src/identity/keys/issue.ts'
import { createOrganization } from '@tocsin/server/src/organizations/create.ts'
import { makeService } from '@tocsin/server/src/service.ts'
import type { ChaosDatabase } from './database.ts'
import { startPostgresProxy, type PositionWatch } from './postgres-proxy.ts'
import { ChaosServer } from './server.ts'

/** Differences between the clocks of the servers and the clock of the machine, in seconds. */
export const clockOffsetsS = [0, 5, 10, -5]

/** Four servers with one database and one organization. Each server reaches the database through its own proxy. */
export interface Site {
  database: ChaosDatabase
  servers: ChaosServer[]
  organizationId: string
  apiKey: string
  hasOwnClocks: boolean
  /** Sets the functions that the proxies of the servers call. */
  watch(functions: { [Name in keyof PositionWatch]: (server: ChaosServer) => ReturnType<PositionWatch[Name]> }): void
  start(): Promise<void>
  /** Stops the servers and closes all connections to the database. */
  stopServers(): Promise<void>
  stop(): Promise<void>
}

interface SiteOptions {
  database: ChaosDatabase
  dataFolder: string
  clockLibrary: string | undefined
  /** True if positions come from a sequence, so that they are not in the order of the commits. */
  usesSequence: boolean
}

export async function startSite({ database, dataFolder, clockLibrary, usesSequence }: SiteOptions): Promise<Site> {
  const opened = await database.open()
  const { organizationId, apiKey } = await prepare(opened)
  if (usesSequence) await opened.pool.query(positionsFromSequence)
  await opened.close()
  let watching: Parameters<Site['watch']>[0] = { beforePositions: () => undefined, afterPositions: () => undefined }
  const proxies = await Promise.all(
    clockOffsetsS.map((_, index) =>
      startPostgresProxy(database.socketPath, {
        beforePositions: () => watching.beforePositions(servers[index]!),
        afterPositions: () => watching.afterPositions(servers[index]!),
      }),
    ),
  )
  const servers: ChaosServer[] = proxies.map(
    ({ port }, index) =>
      new ChaosServer({
        dataFolder,
        databaseUrl: database.urlThrough(port),
        clockOffsetS: clockOffsetsS[index]!,
        clockLibrary,
      }),
  )
  const site: Site = {
    database,
    servers,
    organizationId,
    apiKey,
    hasOwnClocks: clockLibrary !== undefined,
    watch: (functions) => void (watching = functions),
    start: async () => void (await Promise.all(servers.map((server) => server.start()))),
    stopServers: async () => void (await Promise.all(servers.map((server) => server.end('SIGTERM')))),
    async stop() {
      await site.stopServers()
      for (const proxy of proxies) proxy.close()
    },
  }
  await site.start()
  return site
}

/**
 * SQL that takes positions of the feed from a sequence. Each call reserves 100 positions, because a transaction with
 * several events uses consecutive positions.
 */
const positionsFromSequence = `
  create sequence feed_chaos_positions start 100 increment 100;
  create or replace function next_position_1(feed uuid) returns bigint language sql as
    $$ select nextval('feed_chaos_positions') $$`

async function prepare(opened: OpenDatabase): Promise<{ organizationId: string; apiKey: string }> {
  await migrate(opened.database, () => undefined)
  const scope = await createOrganization(makeService(opened), 'Feed chaos')
  const { key } = await issueKey(scope, { name: 'feed-chaos', scopes: ['read', 'write'] })
  return { organizationId: scope.organizationId, apiKey: key }
}
