import { afterAll } from 'vitest'
import { openDatabase, type OpenDatabase } from '../../src/database/open.ts'
import { makeService, type Service } from '../../src/service.ts'
import { makeTemporaryFolder, removeFolder } from './temporary-folder.ts'
import { startServer, type ServerProcess } from './server-process.ts'

interface TwoServers {
  servers: [ServerProcess, ServerProcess]
  /** Service that runs in the process of the tests, on the database of the two servers. */
  service: Service
  database: OpenDatabase['database']
  /** Data folder of both servers. A third server with this folder uses their database. */
  dataFolder: string
}

/**
 * Starts two server processes on one empty database, as behind a load balancer, and stops them after the last test of
 * the file.
 * @param name text that becomes part of the name of the data folder.
 * @param settings further settings of both servers.
 */
export async function startTwoServers(name: string, settings: Record<string, string> = {}): Promise<TwoServers> {
  const dataFolder = await makeTemporaryFolder(name)
  const environment = { DATA_DIR: dataFolder, ...settings }
  const servers = await Promise.all([startServer(environment), startServer(environment)])
  const opened = await openDatabase({ databaseUrl: undefined, dataFolder, log: () => undefined })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.end('SIGTERM')))
    await opened.close()
    await removeFolder(dataFolder)
  })
  return { servers, service: makeService(opened), database: opened.database, dataFolder }
}
