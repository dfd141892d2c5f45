import { sep } from 'node:path'
import { TocsinProblem } from '../../../client/src/error.ts'
import { problems } from '@tocsin/contract/api/problem.ts'
import { CommanderError } from 'commander'
import { isReadOnly } from '../database/sql-state.ts'
import { isDatabaseUnavailable } from '../database/unavailable.ts'
import { isDebugging, readApiAccess, readEnvironment, WrongSettings } from '../environment.ts'
import { Problem } from '../problem.ts'
import { writeMessage } from './output.ts'
import { describeViolation } from './describe-violation.ts'

/** The command makes no sense as given, whatever the data. */
export class WrongUsage extends Error {}

/**
 * Writes what went wrong to standard error: one sentence, and below it everything that a Problem names.
 * @returns the exit code: 1 failed, 2 wrong usage, 0 for a help text that was asked for.
 */
export function reportFailure(error: unknown): number {
  // Commander has already reported it.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  writeMessage(`error: ${sentenceAbout(error)}`)
  if (error instanceof Problem || error instanceof TocsinProblem) linesAbout(error).forEach(writeMessage)
  // Names the request in the server's log.
  if (error instanceof TocsinProblem) writeMessage(`  request id: ${error.requestId}`)
  if (isDebugging() && error instanceof Error) writeMessage(error.stack ?? '')
  return error instanceof WrongUsage || error instanceof WrongSettings ? 2 : 1
}

function sentenceAbout(error: unknown): string {
  if (error instanceof Problem) return sentenceAboutProblem(error)
  if (error instanceof TocsinProblem) return sentenceAboutAnswer(error)
  if (!(error instanceof Error)) return String(error)
  // A name with several addresses fails with one error for each.
  const messages = error instanceof AggregateError ? error.errors.map((one: Error) => one.message) : [error.message]
  const message = messages.join('; ') || error.name
  return sentenceAboutSystem(error, message) ?? sentenceAboutDatabase(error, message) ?? message
}

function sentenceAboutProblem(problem: Problem): string {
  // The person who runs a command may know the cause, which a caller of the API may not.
  if (problem.status >= 500 && problem.cause) return sentenceAbout(rootOf(problem))
  // Its violations follow, each in its own words.
  return problem.message === problem.violations[0]?.message ? `${problems[problem.code].title}.` : problem.message
}

/** What the server answered to a command that calls it. */
function sentenceAboutAnswer(problem: TocsinProblem): string {
  if (problem.code === 'route_not_found') {
    return `${problem.message} Was ${readApiAccess().baseUrl} meant? TOCSIN_URL says so.`
  }
  if (problem.code === 'unauthorized') {
    return `${readApiAccess().baseUrl} does not accept the key in TOCSIN_API_KEY: it belongs elsewhere, has expired or was revoked.`
  }
  return problem.violations.length > 0 ? `${problem.title}.` : problem.message
}

/** @returns undefined where it is no error of a file or a port. */
function sentenceAboutSystem({ code, path, syscall }: NodeJS.ErrnoException, message: string): string | undefined {
  if (code === 'EADDRINUSE') return `${message}. Choose another port with --port, or 0 for a free one.`
  if (path && (code === 'ENOTDIR' || (code === 'EEXIST' && syscall === 'mkdir')))
    return `${path} is not a folder.${wayOut(path)}`
  if (code === 'EISDIR') return path ? `${path} is a folder.` : 'A folder was given where a file is needed.'
  if (path && code === 'ENOENT' && syscall !== 'connect') return `${path} does not exist.`
  if (path && (code === 'EACCES' || code === 'EPERM'))
    return `${path} may not be accessed by this user.${wayOut(path) || ' Run the command as its owner.'}`
  return undefined
}

/** Names the setting behind a path at which the data folder itself failed; empty for other paths. */
function wayOut(path: string): string {
  const { DATA_DIR } = readEnvironment()
  if (path !== DATA_DIR && !DATA_DIR.startsWith(path + sep)) return ''
  return ` DATA_DIR is ${DATA_DIR}: run as the user who owns it, or set DATA_DIR to another folder.`
}

/** @returns undefined where it is no error of PostgreSQL or of the way to it. */
function sentenceAboutDatabase(error: NodeJS.ErrnoException, message: string): string | undefined {
  const { code, syscall } = error
  if (code === '42501') {
    const needed = /(schema|database|extension)/.test(message)
      ? 'needs CREATE on the database and on its schema public'
      : "must own Tocsin's tables"
    return `The database refuses: ${message}. The role of DATABASE_URL ${needed}.`
  }
  if (isReadOnly(error)) return `The database is a standby, or may only be read for another reason: ${message}.`
  if (code === '57014') return `The database took too long: ${message}.`
  if (isDatabaseUnavailable(error) || code === 'ECONNREFUSED' || syscall === 'getaddrinfo') {
    return `The database cannot be reached: ${message}.`
  }
  return undefined
}

/** The error that caused all others. */
const rootOf = (error: Error): Error => (error.cause instanceof Error ? rootOf(error.cause) : error)

const linesAbout = ({ violations }: Problem | TocsinProblem): string[] =>
  violations.map((violation) => `  ${describeViolation(violation.pointer || violation.parameter || '/', violation)}`)
