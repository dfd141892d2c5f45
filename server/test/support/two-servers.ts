import { afterAll } from 'vitest'
import { openDatabase, type OpenDatabase } from '../../src/database/open.ts'
import { makeService, type Service } from '../../src/service.ts'
import { makeTemporaryFolder, removeFolder } from './temporary-folder.ts'
import { startServer, type ServerProcess } from './server-process.ts'

interface TwoServers {
  servers: [ServerProcess, ServerProcess]
  /** A third service on the same database, in this process. */
  service: Service
  database: OpenDatabase['database']
}

/**
 * Starts two server processes on one empty database, as behind a load balancer, until the file's tests have ended.
 * @param name of the folder that the database is in.
 */
export async function startTwoServers(name: string): Promise<TwoServers> {
  const dataFolder = await makeTemporaryFolder(name)
  const servers = await Promise.all([startServer({ DATA_DIR: dataFolder }), startServer({ DATA_DIR: dataFolder })])
  const opened = await openDatabase({ databaseUrl: undefined, dataFolder, log: () => undefined })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.end('SIGTERM')))
    await opened.close()
    await removeFolder(dataFolder)
  })
  return { servers, service: makeService(opened), database: opened.database }
}
