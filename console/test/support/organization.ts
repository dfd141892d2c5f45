import { randomUUID } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { openDatabase, type OpenDatabase } from '../../../server/src/database/open.ts'
import { makeService } from '../../../server/src/service.ts'
import { addUser } from '../../../server/src/directory/users/add.ts'
import { issueKey } from '../../../server/src/identity/keys/issue.ts'
import { createOrganization } from '../../../server/src/organizations/create.ts'
import type { OrganizationScope } from '../../../server/src/scope.ts'

/** Name, e-mail address and password of a user. */
export interface Account {
  name: string
  email: string
  password: string
}

interface TestOrganization {
  name: string
  /** Scope of the operator in this organization, for calls of server functions such as `addLocation(scope, …)`. */
  scope: OrganizationScope
  administrator: Account
  member: Account
  /** API key of the organization with the scopes `read` and `write`. */
  key: string
}

/**
 * Returns the e-mail address and password of the administrator of the shared demo.
 * Tests must not change the demo's 200 incidents, because other spec files rely on them.
 */
export const demoAdministrator = (): Account => {
  const { email, password } = inject('demo')
  return { name: '', email, password }
}

/**
 * Returns a function that creates an organization on the demo server, for tests that write or that need known data.
 * Call `organizations` at the top level of the spec file, because it registers a Vitest hook that closes the database
 * connection after the last test.
 */
export function organizations(): () => Promise<TestOrganization> {
  let database: Promise<OpenDatabase> | undefined
  afterAll(async () => (await database)?.close())
  return async () => {
    database ??= openDatabase({
      databaseUrl: process.env.DATABASE_URL,
      dataFolder: inject('dataFolder'),
      log: () => undefined,
    })
    const name = `Test ${randomUUID()}`
    const scope = await createOrganization(makeService(await database), name)
    const { key } = await issueKey(scope, { name: 'Test', scopes: ['read', 'write'] })
    return {
      name,
      scope,
      key,
      administrator: await addAccount(scope, 'Ada Administrator', 'administrator'),
      member: await addAccount(scope, 'Maren Member', 'member'),
    }
  }
}

async function addAccount(scope: OrganizationScope, name: string, role: 'administrator' | 'member'): Promise<Account> {
  const account = { name, email: `${randomUUID()}@example.com`, password: randomUUID() }
  await addUser(scope, { ...account, role })
  return account
}
