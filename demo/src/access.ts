import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keyScopes, type KeyScope } from '@tocsin/contract/console/api-key.ts'
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import { findStaffByEmail } from '../../server/src/directory/users/queries.ts'
import { issueKey } from '../../server/src/identity/keys/issue.ts'
import { findUsableKey } from '../../server/src/identity/keys/find-usable.ts'
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
/** API keys of the demo, and the e-mail address and password of its administrator. */
export type DemoAccess = Static<typeof DemoAccess>

/**
 * Replaces the API keys and the password in `demo.json` that do not work. If the file is lost or belongs to another
 * database, all of them are new.
 * @returns API keys and a password that work.
 */
export async function renewAccess(
  dataFolder: string,
  shops: OrganizationScope,
  hospital: OrganizationScope,
): Promise<DemoAccess> {
  const file = join(dataFolder, 'demo.json')
  const stored = await readAccess(file)
  const access: DemoAccess = {
    apiKey: await workingKey(shops, 'Demo', everyScope, stored?.apiKey),
    readOnlyApiKey: await workingKey(shops, 'Demo, read only', ['read'], stored?.readOnlyApiKey),
    otherOrganizationApiKey: await workingKey(hospital, 'Demo', everyScope, stored?.otherOrganizationApiKey),
    email: administrator.email,
    password: await workingPassword(shops, administrator.email, stored?.password),
  }
  if (JSON.stringify(access) !== JSON.stringify(stored)) await writeAccess(dataFolder, file, access)
  return access
}

/** All scopes, sorted for the comparison in `workingKey`. */
const everyScope = keyScopes.toSorted()

async function readAccess(file: string): Promise<DemoAccess | undefined> {
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
  stored: string | undefined,
): Promise<string> {
  const parsed = parseKey(stored ?? '')
  const known = parsed && (await findUsableKey({ ...scope.service, database: scope.database }, parsed))
  const works =
    known?.organizationId === scope.organizationId &&
    secretMatches(parsed!.secret, known.secretSha256) &&
    known.expiresAt === null &&
    known.scopes.toSorted().join() === scopes.join()
  return works ? stored! : (await issueKey(scope, { name, scopes })).key
}

async function workingPassword(scope: OrganizationScope, email: string, stored: string | undefined): Promise<string> {
  const user = await findStaffByEmail(scope, email)
  if (stored && user?.passwordHash && (await verifyPassword(stored, user.passwordHash))) return stored
  const password = randomBytes(12).toString('base64url')
  if (user) await setPassword(scope, user.id, password)
  return password
}

/**
 * Writes a temporary file first and then renames it to `demo.json`, so that a killed process leaves no incomplete file.
 */
async function writeAccess(dataFolder: string, file: string, access: DemoAccess): Promise<void> {
  await mkdir(dataFolder, { recursive: true, mode: 0o711 })
  const temporary = `${file}.${process.pid}`
  await writeFile(temporary, `${JSON.stringify(access, undefined, 2)}\n`, { mode: 0o600, flush: true })
  await rename(temporary, file)
}
