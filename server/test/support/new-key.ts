import { openDatabase } from '../../src/database/open.ts'
import { issueKey } from '../../src/identity/keys/issue.ts'
import { createOrganization } from '../../src/organizations/create.ts'

/** The key of a new Organization in the database of a server in another process. */
export async function newKey(dataFolder: string, databaseUrl?: string): Promise<string> {
  const { database, close } = await openDatabase({ databaseUrl, dataFolder, log: () => undefined })
  const scope = await createOrganization(database, 'Test')
  const { key } = await issueKey(scope, { name: 'test', scopes: ['read', 'write'] })
  await close()
  return key
}
