import { sep } from 'node:path'
import { TocsinProblem } from '../../../client/src/error.ts'
import { problems } from '@tocsin/contract/api/problem.ts'
import { CommanderError } from 'commander'
import { isReadOnly } from '../database/sql-state.ts'
import { isDatabaseUnavailable } from '../database/unavailable.ts'
import { isDebugging, readApiAccess, readEnvironment } from '../environment.ts'
import { originalErrorOf } from '../media/storage/original-error.ts'
import { WrongSettings } from '../wrong-settings.ts'
import { Problem } from '../problem.ts'
import { writeMessage } from './output.ts'
import { describeViolation } from './describe-violation.ts'

/** Error for wrong command-line arguments. The command exits with code 2. */
export class WrongUsage extends Error {}

/**
 * Writes an error to standard error: one sentence, then one line for each violation of a problem.
 * @returns the exit code: 1 for a failure, 2 for wrong usage, 0 for a requested help text.
 */
export function reportFailure(error: unknown): number {
  // Commander has already printed this error, so only return the exit code.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  writeMessage(`error: ${sentenceAbout(error)}`)
  if (error instanceof Problem || error instanceof TocsinProblem) linesAbout(error).forEach(writeMessage)
  // Print the request id, so that the operator can find the request in the log of the server.
  if (error instanceof TocsinProblem) writeMessage(`  request id: ${error.requestId}`)
  if (isDebugging() && error instanceof Error) writeMessage(error.stack ?? '')
  return error instanceof WrongUsage || error instanceof WrongSettings ? 2 : 1
}

function sentenceAbout(error: unknown): string {
  if (error instanceof Problem) return sentenceAboutProblem(error)
  if (error instanceof TocsinProblem) return sentenceAboutResponse(error)
  if (!(error instanceof Error)) return String(error)
  const original = originalErrorOf(error)
  if (original !== error) return sentenceAbout(original)
  // Connecting to a host with several IP addresses fails with one error for each address.
  const messages = error instanceof AggregateError ? error.errors.map((one: Error) => one.message) : [error.message]
  const message = messages.join('; ') || error.name
  return (
    sentenceAboutSystem(error, message) ??
    sentenceAboutBucket(error, message) ??
    sentenceAboutDatabase(error, message) ??
    message
  )
}

function sentenceAboutProblem(problem: Problem): string {
  // Show the cause of an internal error. Only the API must hide such causes from its callers.
  if (problem.status >= 500 && problem.cause) return sentenceAbout(rootOf(problem))
  // Use the title if the message only repeats the first violation: each violation gets a line of its own.
  return problem.message === problem.violations[0]?.message ? `${problems[problem.code].title}.` : problem.message
}

/** Describes a problem that the API returned to a command. */
function sentenceAboutResponse(problem: TocsinProblem): string {
  if (problem.code === 'route_not_found') {
    return `${problem.message} Check TOCSIN_URL, which is ${readApiAccess().baseUrl}.`
  }
  if (problem.code === 'unauthorized') {
    return `${readApiAccess().baseUrl} rejects the key in TOCSIN_API_KEY: it belongs to another server, has expired or was revoked.`
  }
  return problem.violations.length > 0 ? `${problem.title}.` : problem.message
}

/** Describes an error about a file or a port. Returns undefined for other errors. */
function sentenceAboutSystem({ code, path, syscall }: NodeJS.ErrnoException, message: string): string | undefined {
  if (code === 'EADDRINUSE') return `${message}. Choose another port with --port or PORT, or 0 for a free one.`
  if (path && (code === 'ENOTDIR' || (code === 'EEXIST' && syscall === 'mkdir')))
    return `${path} is not a folder.${adviceFor(path)}`
  if (code === 'EISDIR') return path ? `${path} is a folder.` : 'A folder was given where a file is needed.'
  if (code === 'ENOSPC') return path ? `The disk of ${path} is full.` : 'The disk is full.'
  if (path && code === 'ENOENT' && syscall !== 'connect') return `${path} does not exist.`
  if (path && (code === 'EACCES' || code === 'EPERM'))
    return `This user may not access ${path}.${adviceFor(path) || ' Choose a path that this user may use, or run the command as another user.'}`
  return undefined
}

/** Returns advice about DATA_DIR if the path is DATA_DIR or a folder above it; otherwise an empty text. */
function adviceFor(path: string): string {
  const folder = findDataFolder()
  if (folder === undefined || (path !== folder && !folder.startsWith(path + sep))) return ''
  return ` DATA_DIR is ${folder}: run as the user who owns it, or set DATA_DIR to another folder.`
}

/**
 * Returns DATA_DIR, or undefined if any setting is wrong: commands that use the API do not need valid server settings.
 */
function findDataFolder(): string | undefined {
  try {
    return readEnvironment().DATA_DIR
  } catch {
    return undefined
  }
}

/** Describes an error from S3 or from the connection to it. Returns undefined for other errors. */
function sentenceAboutBucket(error: Error, message: string): string | undefined {
  if (!isFromBucket(error)) return undefined
  const { httpStatusCode: status } = error.$metadata
  return `The S3 bucket cannot be used: ${message.replace(/\.$/, '')}${status ? ` (status ${status})` : ''}.`
}

/** The AWS SDK adds `$metadata` to every error of a request to S3. */
const isFromBucket = (error: Error): error is Error & { $metadata: { httpStatusCode?: number } } => '$metadata' in error

/** Describes an error from PostgreSQL or from the connection to it. Returns undefined for other errors. */
function sentenceAboutDatabase(error: NodeJS.ErrnoException, message: string): string | undefined {
  const { code, syscall } = error
  if (code === '42501') {
    const needed = /(schema|database|extension)/.test(message)
      ? 'needs CREATE on the database and on its schema public'
      : "must own Tocsin's tables"
    return `The database denies access: ${message}. The role of DATABASE_URL ${needed}.`
  }
  if (isReadOnly(error)) return `The database is read-only, perhaps a standby: ${message}.`
  if (code === '57014') return `The database took too long: ${message}.`
  if (isDatabaseUnavailable(error) || code === 'ECONNREFUSED' || syscall === 'getaddrinfo') {
    return `The database cannot be reached: ${message}.`
  }
  return undefined
}

/** Follows the `cause` properties to the original error. Stops at an error of a request to S3. */
const rootOf = (error: Error): Error =>
  error.cause instanceof Error && !isFromBucket(error) ? rootOf(error.cause) : error

function linesAbout(problem: Problem | TocsinProblem): string[] {
  const nextStates = problem instanceof TocsinProblem ? problem.nextStates : undefined
  return [
    ...problem.violations.map(
      (violation) => `  ${describeViolation(violation.pointer || violation.parameter || '/', violation)}`,
    ),
    ...(nextStates ? [`  allowed states: ${nextStates.map(({ name }) => name).join(', ') || 'none'}`] : []),
  ]
}
