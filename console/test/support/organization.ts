import { randomUUID } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { openDatabase, type OpenDatabase } from '../../../server/src/database/open.ts'
import { addUser } from '../../../server/src/directory/users/add.ts'
import { issueKey } from '../../../server/src/identity/keys/issue.ts'
import { createOrganization } from '../../../server/src/organizations/create.ts'
import type { OrganizationScope } from '../../../server/src/scope.ts'

/** Somebody who can sign in. */
export interface Account {
  name: string
  email: string
  password: string
}

interface TestOrganization {
  name: string
  /** Of the operator, for the server's verbs: `addLocation(scope, …)`. */
  scope: OrganizationScope
  administrator: Account
  member: Account
  /** Calls the external API, below /api/v1. */
  key: string
}

/** The administrator of the demo's food stores, whose 200 Incidents no test may change. */
export const demoAdministrator = (): Account => {
  const { email, password } = inject('demo')
  return { name: '', email, password }
}

/**
 * Makes a way to create Organizations on the demo server, for tests that change things or need to know what is there.
 * To be called at the top of the file: it closes its database connection after the last test.
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
    const scope = await createOrganization((await database).database, name)
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
