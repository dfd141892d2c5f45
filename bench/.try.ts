// one section of the bench alone
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { openDatabase } from '/work/main/server/src/database/open.ts'
import { startEmbeddedPostgres } from '/work/main/server/src/database/embedded.ts'
import { issueKey } from '/work/main/server/src/keys/issue.ts'
import { createOrganization } from '/work/main/server/src/organizations/create.ts'
import { loadIncidents } from '/work/main/bench/load-incidents.ts'
import { measureImport } from '/work/main/bench/measure-import.ts'
import { startServer } from '/work/main/bench/server-under-test.ts'
const folder = await mkdtemp('/tmp/tocsin-bench-'); await chmod(folder, 0o755)
try {
  const server = await startServer(folder)
  const embedded = await startEmbeddedPostgres(folder, console.error)
  const database = await openDatabase({ databaseUrl: undefined, dataFolder: folder, log: console.error })
  const scope = await createOrganization(database.database, 'x')
  const { key } = await issueKey(scope, { name: 'bench', scopes: ['read', 'write'] })
  await loadIncidents(database.pool, scope.organizationId, 2000, () => {})
  const organization = { rows: 2000, id: scope.organizationId, key }
  const bench: any = { extent: { seconds: 3, importedRows: Number(process.argv[2]) }, url: server.url, folder, organizations: [organization] }
  for (let i = 0; i < 2; i++) console.log(JSON.stringify(await measureImport(bench)))
  await server.stop(); await database.close(); await embedded.release()
} finally { await rm(folder, { recursive: true, force: true }) }
process.exit()
