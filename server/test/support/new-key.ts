import { openDatabase } from '../../src/database/open.ts'
import { makeService } from '../../src/service.ts'
import { issueKey } from '../../src/identity/keys/issue.ts'
import { createOrganization } from '../../src/organizations/create.ts'

/** Creates an organization and an API key in the database of a server that runs in another process. Returns the key. */
export async function newKey(dataFolder: string, databaseUrl?: string): Promise<string> {
  const opened = await openDatabase({ databaseUrl, dataFolder, log: () => undefined })
  const scope = await createOrganization(makeService(opened), 'Test')
  const { key } = await issueKey(scope, { name: 'test', scopes: ['read', 'write'] })
  await opened.close()
  return key
}
