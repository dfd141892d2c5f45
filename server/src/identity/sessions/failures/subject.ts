import { hash } from 'node:crypto'
import type { Uuid } from '@tocsin/contract/scalars.ts'

/** Digest of the subject that failures are counted for. Only digests are stored: an "address" may be a mistyped password. */
export type FailureSubject = Buffer

const subjectOf = (text: string): FailureSubject => hash('sha256', text, 'buffer')

/** Subject for attempts from browsers on which the user has not signed in before. */
export const userSubject = (userId: Uuid) => subjectOf(`user ${userId}`)
/** Subject for attempts from one browser on which the user has signed in before. */
export const deviceSubject = (deviceId: string, userId: Uuid) => subjectOf(`device ${deviceId} ${userId}`)
/** Subject for attempts with an unknown address, whose case PostgreSQL has folded. */
export const addressSubject = (foldedEmail: string) => subjectOf(`address ${foldedEmail}`)
/** Subject for attempts to change the password within one session. */
export const sessionSubject = (sessionId: Uuid) => subjectOf(`session ${sessionId}`)
