import { hash } from 'node:crypto'
import type { Uuid } from '@tocsin/contract/scalars.ts'

/** The digest of what failures are counted for. What people typed may be a password, so only digests are stored. */
export type FailureSubject = Buffer

const subjectOf = (text: string): FailureSubject => hash('sha256', text, 'buffer')

/** Attempts from browsers on which the user has not signed in before. */
export const userSubject = (userId: Uuid) => subjectOf(`user ${userId}`)
/** Attempts from one browser on which the user has signed in before. */
export const deviceSubject = (deviceId: string, userId: Uuid) => subjectOf(`device ${deviceId} ${userId}`)
/** Attempts with an address that nobody has, as PostgreSQL folds its capitals. */
export const addressSubject = (foldedEmail: string) => subjectOf(`address ${foldedEmail}`)
/** Attempts to change the password within one session. */
export const sessionSubject = (sessionId: Uuid) => subjectOf(`session ${sessionId}`)
