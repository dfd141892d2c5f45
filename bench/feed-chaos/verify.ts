import { isDeepStrictEqual } from 'node:util'
import { nameOf } from './caller.ts'
import { traceOf, type Ledger } from './ledger.ts'
import { digestOf, type Reader } from './reader.ts'
import type { Stored, StoredEvent, StoredIncident } from './stored.ts'

/** Maximum number of violations that each check reports. */
const shownMaximum = 3

type Read = Pick<Reader, 'digests' | 'replica' | 'violations'>

/**
 * Checks the promises of the feed after a run.
 * @param first number of the first position that the readers should have read.
 * @returns one sentence for each violation.
 */
export function verify(stored: Stored, ledger: Ledger, readers: Read[], first: number): string[] {
  return [
    ...shorten(positionViolations(stored.events)),
    ...readers.flatMap((reader, index) =>
      readerViolations(stored, reader, first).map((violation) => `reader ${index + 1}: ${violation}`),
    ),
    ...shorten(stored.incidents.flatMap(historyViolationsIn(stored.events))),
    ...shorten(writeViolations(stored.events, ledger)),
    ...(ledger.statuses[500] ? [`${ledger.statuses[500]} responses had status 500`] : []),
  ]
}

/** Returns the first violations of one check, followed by a text with the number of the others. */
function shorten(violations: string[]): string[] {
  const shown = violations.slice(0, shownMaximum)
  return shown.length === violations.length ? shown : [...shown, `${violations.length - shown.length} more like these`]
}

function positionViolations(events: StoredEvent[]): string[] {
  return events.flatMap(({ position }, index) =>
    position === index + 1 ? [] : [`the event in place ${index + 1} has position ${position}`],
  )
}

/** Compares the events that a reader received, and the reader's replica, with the tables of the database. */
export function readerViolations({ events, incidents }: Stored, reader: Read, first: number): string[] {
  const expected = events.filter(({ position }) => position >= first).map((event) => digestOf(event.position, event))
  const counts = new Map<string, number>()
  for (const digest of reader.digests) counts.set(digest, (counts.get(digest) ?? 0) + 1)
  const found = expected.flatMap((digest) => {
    const count = counts.get(digest) ?? 0
    counts.delete(digest)
    return count === 1 ? [] : [`${count === 0 ? 'missed' : 'read more than once'}: ${digest}`]
  })
  const existing = incidents.filter(({ isDeleted }) => !isDeleted)
  const outdated = existing.filter(({ id, version }) => reader.replica.get(id) !== version)
  return [
    ...shorten(reader.violations),
    ...shorten(found),
    ...shorten([...counts.keys()].map((digest) => `read an event that is not stored: ${digest}`)),
    ...shorten(
      outdated.map(({ id, version }) => `its replica has version ${reader.replica.get(id)} of ${id}, not ${version}`),
    ),
    ...(reader.replica.size === existing.length || outdated.length > 0
      ? []
      : ['its replica has incidents that are deleted']),
  ]
}

/** Returns a function that compares the events of one incident with each other and with the row of the incident. */
function historyViolationsIn(events: StoredEvent[]): (incident: StoredIncident) => string[] {
  const ofIncidents = events.filter(({ kind }) => kind.startsWith('incident.'))
  const histories = Map.groupBy(ofIncidents, ({ incidentId }) => incidentId)
  return (incident) => {
    const [created, ...later] = histories.get(incident.id) ?? []
    if (created?.kind !== 'incident.created') return [`${incident.id} does not begin with its creation`]
    const numbered = created.position === incident.number ? [] : [`${incident.id} has number ${incident.number}`]
    return [...numbered, ...replayViolations(incident, created, later)]
  }
}

/**
 * Replays the events of an incident. Compares the version and the old values in each event with the events before it,
 * and the final values with the row.
 */
function replayViolations(incident: StoredIncident, created: StoredEvent, later: StoredEvent[]): string[] {
  const { id, version: lastVersion, isDeleted: isDeletedAtLast } = incident
  const values: Record<string, unknown> = {
    name: nameOf(String(created.data.clientRequestId)),
    priority: 'NORMAL',
    description: null,
  }
  const violations: string[] = []
  let version = 1
  let isDeleted = false
  for (const { kind, position, data } of later) {
    if (data.version !== ++version) violations.push(`${id}: position ${position} has version ${String(data.version)}`)
    if ((kind === 'incident.restored') !== isDeleted) violations.push(`${id}: position ${position} is ${kind}`)
    isDeleted = kind === 'incident.deleted'
    for (const [field, [from, to]] of Object.entries((data.changes ?? {}) as Record<string, [unknown, unknown]>)) {
      const isKnown = isDeepStrictEqual(values[field], from)
      if (!isKnown) violations.push(`${id}: position ${position} has another old value of ${field} than before it`)
      values[field] = to
    }
  }
  const { name, priority, description } = incident
  const row = { name, priority, description }
  if (!isDeepStrictEqual(values, row)) violations.push(`${id}: the row differs from the last event`)
  // A deletion raises the version only in its event. The row keeps the old version, which a retry of an earlier write
  // must return.
  const rowVersion = isDeleted ? version - 1 : version
  if (rowVersion !== lastVersion) violations.push(`${id}: the row has version ${lastVersion}, not ${rowVersion}`)
  if (isDeleted !== isDeletedAtLast)
    violations.push(`${id}: either the row is deleted, or the last event is a deletion`)
  return violations
}

/** Checks that each successful write has its event, and that no rejected write has one. */
function writeViolations(events: StoredEvent[], { promised }: Ledger): string[] {
  const recorded = Map.groupBy(
    events.filter(({ kind }) => /^(incident|comment)\./.test(kind)),
    traceOf,
  )
  const unknown = [...recorded.keys()].filter((trace) => !promised.has(trace))
  const violations = [...promised].flatMap(([trace, { begun, succeeded, rejected, version, number }]) => {
    const found = recorded.get(trace) ?? []
    if (found.length < succeeded || found.length > begun - rejected) {
      return [`${trace}: ${succeeded} successes, ${rejected} rejections of ${begun}, but ${found.length} events`]
    }
    if (version !== undefined && found[0]?.data.version !== version)
      return [`${trace} does not have version ${version}`]
    if (number !== undefined && found[0]?.position !== number) return [`${trace} does not have position ${number}`]
    return []
  })
  return [...unknown.map((trace) => `nobody has sent ${trace}`), ...violations]
}
