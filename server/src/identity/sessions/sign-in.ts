import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { SignIn } from '@tocsin/contract/console/session.ts'
import type { Database } from '../../database/open.ts'
import { Problem } from '../../problem.ts'
import { OrganizationScope } from '../../scope.ts'
import type { Service } from '../../service.ts'
import { countAttempt } from './failures/count-attempt.ts'
import type { Device } from './device.ts'
import { deleteStaleFailures, forgetFailures } from './failures/queries.ts'
import { addressSubject, deviceSubject, userSubject } from './failures/subject.ts'
import { openSession, type OpenedSession } from './open.ts'
import { unmatchableHash, verifyPassword } from '../password/hash.ts'
import { findHoldersOfEmail, lockUnchanged, type EmailHolder } from './queries.ts'

/** Caller that tries to sign in. */
export interface Visitor {
  userAgent: string | undefined
  /** Network that the request comes from. */
  network: string
  /** Undefined when nobody has signed in on this browser before. */
  device: Device | undefined
}

/**
 * Opens a session for the user with the email and the password, in the given organization or the only matching one.
 * @throws Problem `sign_in_failed` for an unknown email, a wrong password and a user without a password alike;
 *   `sign_in_locked` after ten failures; `organization_ambiguous` when email and password match in several organizations;
 *   `unavailable` while too many others sign in.
 */
export async function signIn(
  service: Service,
  { email, password, organizationId }: SignIn,
  visitor: Visitor,
): Promise<OpenedSession> {
  const [holder, ...others] = await service.passwords.run(laneOf(visitor), () =>
    findMatchingHolders(service.database, { email, password, organizationId }, visitor.device),
  )
  if (!holder) throw new Problem('sign_in_failed')

  if (others.length > 0) {
    const organizations = [holder, ...others].map((one) => ({ id: one.organizationId, name: one.organizationName }))
    throw new Problem('organization_ambiguous', { organizations })
  }
  const scope = new OrganizationScope(holder.organizationId, holder.id, service)
  return scope.transaction(async (inner) => {
    if (!(await lockUnchanged(inner, holder.passwordHash!))) throw new Problem('sign_in_failed')
    return openSession(inner, visitor.userAgent)
  })
}

/** The lane must not depend on the email, because anybody can send any email. */
const laneOf = ({ device, network }: Visitor) =>
  device ? { isKnown: true, key: device.userIds[0] } : { isKnown: false, key: network }

/** Finds the users who have the email and the password, and resets their failure counts. */
async function findMatchingHolders(
  database: Database,
  { email, password, organizationId }: SignIn,
  device: Device | undefined,
): Promise<EmailHolder[]> {
  const { foldedEmail, holders } = await findHoldersOfEmail(database, email, organizationId)
  await deleteStaleFailures(database)
  const candidates = await countForEach(database, foldedEmail, holders, device)
  const matching = await filterByPassword(candidates, password)
  if (matching.length > 0) {
    await forgetFailures(
      database,
      matching.map(({ subject }) => subject),
    )
  }
  return matching
}

/** Verifies every candidate and at least one, so that the time reveals little about the users with this email. */
async function filterByPassword(candidates: Candidate[], password: string): Promise<Candidate[]> {
  const matching: Candidate[] = []
  for (const candidate of candidates) {
    if (await verifyPassword(password, candidate.passwordHash ?? unmatchableHash)) matching.push(candidate)
  }
  return matching
}

type Candidate = EmailHolder & { subject: Buffer }

/**
 * Counts the attempt for each user separately. Otherwise an administrator could add a stranger's address to their own
 * organization and reset the stranger's count by signing in. A user who signed in on this device before has a separate
 * count for the device; once that is used up, the attempt counts as a stranger's.
 * @throws Problem `sign_in_locked` when every candidate is locked.
 */
async function countForEach(
  database: Database,
  foldedEmail: string,
  holders: EmailHolder[],
  device: Device | undefined,
): Promise<Candidate[]> {
  const isKnown = ({ id }: EmailHolder): boolean => device?.userIds.includes(id) === true
  const known = holders.filter(isKnown).map((holder) => ({ ...holder, subject: deviceSubject(device!.id, holder.id) }))
  const allowed = known.length > 0 ? await countAttempt(database, known).catch(ignoreLock) : []

  const allowedIds = new Set<Uuid>(allowed.map(({ id }) => id))
  const strangers = holders
    .filter(({ id }) => !allowedIds.has(id))
    .map((holder) => ({ ...holder, subject: userSubject(holder.id) }))
  if (holders.length === 0) strangers.push({ ...nobody, subject: addressSubject(foldedEmail) })
  if (strangers.length === 0) return allowed
  const open = countAttempt(database, strangers)
  return [...allowed, ...(await (allowed.length > 0 ? open.catch(ignoreLock) : open))]
}

/** Placeholder for an address that nobody has; it matches no password. */
const nobody: EmailHolder = { id: '', passwordHash: null, organizationId: '', organizationName: '' }

function ignoreLock(error: unknown): never[] {
  if (error instanceof Problem && error.code === 'sign_in_locked') return []
  throw error
}
