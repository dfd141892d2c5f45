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

/** Caller without a session who tries to sign in. */
export interface Visitor {
  userAgent: string | undefined
  /** Network of the IP address from which the request comes. */
  network: string
  /** Browser of the visitor. Undefined if nobody has signed in on it before. */
  device: Device | undefined
}

/**
 * Opens a session for the user with the given e-mail address and password. Without an `organizationId`, searches every
 * organization.
 * @throws Problem `sign_in_failed` for an unknown e-mail address, a wrong password or a user without a password; it
 *   does not reveal which. Problem `sign_in_locked` after ten failed attempts. Problem `organization_ambiguous` when
 *   several organizations have a matching user. Problem `unavailable` while too many other callers sign in.
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
  const scope = OrganizationScope.inShare(holder.organizationId, holder.id, service)
  return scope.transaction(async (inner) => {
    if (!(await lockUnchanged(inner, holder.passwordHash!))) throw new Problem('sign_in_failed')
    return openSession(inner, visitor.userAgent)
  })
}

/**
 * Lane of the password queue. It must not depend on the e-mail address, because a caller could get many lanes by
 * sending many addresses.
 */
const laneOf = ({ device, network }: Visitor) =>
  device ? { isKnown: true, key: device.userIds[0] } : { isKnown: false, key: network }

/** Finds the users who have the e-mail address and the password, and resets their counts of failed attempts. */
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

/**
 * Returns the candidates who have the password. Verifies it for every candidate, even after a match, so that the
 * response time reveals little about the users with this e-mail address.
 */
async function filterByPassword(candidates: Candidate[], password: string): Promise<Candidate[]> {
  const matching: Candidate[] = []
  for (const candidate of candidates) {
    if (await verifyPassword(password, candidate.passwordHash ?? unmatchableHash)) matching.push(candidate)
  }
  return matching
}

type Candidate = EmailHolder & { subject: Buffer }

/**
 * Counts the attempt as failed for each user with the e-mail address, before the password is checked. If the user has
 * signed in on this device before, only the count for this device rises. Once that count is locked, attempts count as
 * if from an unknown device.
 *
 * Each user has a separate count. If users with the same e-mail address shared a count, an attacker could add a
 * victim's address to their own organization, sign in there, and thus reset the victim's count.
 * @returns the users who are not locked, each with the subject of their count.
 * @throws Problem `sign_in_locked` when every user is locked.
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
  const remaining = holders
    .filter(({ id }) => !allowedIds.has(id))
    .map((holder) => ({ ...holder, subject: userSubject(holder.id) }))
  if (holders.length === 0) remaining.push({ ...nobody, subject: addressSubject(foldedEmail) })
  if (remaining.length === 0) return allowed
  const open = countAttempt(database, remaining)
  return [...allowed, ...(await (allowed.length > 0 ? open.catch(ignoreLock) : open))]
}

/** Placeholder if no user has the e-mail address. No password matches it. */
const nobody: EmailHolder = { id: '', passwordHash: null, organizationId: '', organizationName: '' }

function ignoreLock(error: unknown): never[] {
  if (error instanceof Problem && error.code === 'sign_in_locked') return []
  throw error
}
