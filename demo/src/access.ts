import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeyScope } from '@tocsin/contract/console/api-key.ts'
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import { findStaffByEmail } from '../../server/src/directory/users/queries.ts'
import { issueKey } from '../../server/src/identity/keys/issue.ts'
import { findUsableKey } from '../../server/src/identity/keys/queries.ts'
import { parseKey, secretMatches } from '../../server/src/identity/keys/secret.ts'
import type { OrganizationScope } from '../../server/src/scope.ts'
import { verifyPassword } from '../../server/src/identity/password/hash.ts'
import { setPassword } from '../../server/src/identity/sessions/set-password.ts'
import { administrator } from './shop-directory.ts'

const DemoAccess = Type.Object({
  apiKey: Type.String(),
  readOnlyApiKey: Type.String(),
  otherOrganizationApiKey: Type.String(),
  email: Type.String(),
  password: Type.String(),
})
/** What opens the demo: API keys, and who signs in with which password. */
export type DemoAccess = Static<typeof DemoAccess>

/**
 * Sees that the keys and the password remembered in `demo.json` open the demo, and makes and remembers new ones for
 * those that do not: the file was lost, or belongs to another database.
 */
export async function renewAccess(
  dataFolder: string,
  shops: OrganizationScope,
  hospital: OrganizationScope,
): Promise<DemoAccess> {
  const file = join(dataFolder, 'demo.json')
  const remembered = await recall(file)
  const access: DemoAccess = {
    apiKey: await workingKey(shops, 'Demo', ['read', 'write'], remembered?.apiKey),
    readOnlyApiKey: await workingKey(shops, 'Demo, read only', ['read'], remembered?.readOnlyApiKey),
    otherOrganizationApiKey: await workingKey(hospital, 'Demo', ['read', 'write'], remembered?.otherOrganizationApiKey),
    email: administrator.email,
    password: await workingPassword(shops, administrator.email, remembered?.password),
  }
  if (JSON.stringify(access) !== JSON.stringify(remembered)) await remember(dataFolder, file, access)
  return access
}

async function recall(file: string): Promise<DemoAccess | undefined> {
  try {
    const content: unknown = JSON.parse(await readFile(file, 'utf8'))
    return Value.Check(DemoAccess, content) ? content : undefined
  } catch {
    return undefined
  }
}

async function workingKey(
  scope: OrganizationScope,
  name: string,
  scopes: KeyScope[],
  remembered: string | undefined,
): Promise<string> {
  const parsed = parseKey(remembered ?? '')
  const known = parsed && (await findUsableKey(scope.database, parsed.id))
  const works =
    known?.organizationId === scope.organizationId &&
    secretMatches(parsed!.secret, known.secretSha256) &&
    known.expiresAt === null &&
    known.scopes.toSorted().join() === scopes.join()
  return works ? remembered! : (await issueKey(scope, { name, scopes })).key
}

async function workingPassword(
  scope: OrganizationScope,
  email: string,
  remembered: string | undefined,
): Promise<string> {
  const user = await findStaffByEmail(scope, email)
  if (remembered && user?.passwordHash && (await verifyPassword(remembered, user.passwordHash))) return remembered
  const password = randomBytes(12).toString('base64url')
  if (user) await setPassword(scope, user.id, password)
  return password
}

/** Moved into place in one step, so that a killed process leaves no half of a file. */
async function remember(dataFolder: string, file: string, access: DemoAccess): Promise<void> {
  await mkdir(dataFolder, { recursive: true, mode: 0o711 })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(access, undefined, 2)}\n`, { mode: 0o600, flush: true })
  await rename(draft, file)
}
