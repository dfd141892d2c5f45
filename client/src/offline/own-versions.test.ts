import fc from 'fast-check'
import { expect, test } from 'vitest'
import { problem } from '../../test/support/fake-service.ts'
import { open } from '../../test/support/open-queue.ts'
import { VersionedIncident } from '../../test/support/versioned-incident.ts'
import { MemoryStore } from '../stores/memory.ts'
import type { ChangeEntry, QueueEntry } from './entry.ts'
import type { OfflineQueue } from './queue.ts'

const known = { incidentId: '0199a3c4-5d1e-7c52-9a0b-3f6f2a1c8e77' }
const once = { retry: { attemptsMaximum: 1 } }

/** Store of a process that is killed at a given write. A second queue can then use the store. */
class KillableStore extends MemoryStore {
  #writesLeft = Infinity
  #kill = (): void => undefined

  /** Kills the process before its write number `writes` from now on. @returns a promise that resolves at the kill. */
  killAt(writes: number): Promise<void> {
    this.#writesLeft = writes
    return new Promise((resolve) => {
      this.#kill = resolve
    })
  }

  /** Lets the next process make any number of writes. */
  restart(): void {
    this.#writesLeft = Infinity
  }

  override async whileAlone<Result>(run: () => Promise<Result>): Promise<{ result: Result }> {
    return { result: await run() }
  }

  override async replace(entry: QueueEntry): Promise<void> {
    await this.#countWrite()
    return super.replace(entry)
  }

  override async remove(id: string): Promise<void> {
    await this.#countWrite()
    return super.remove(id)
  }

  #countWrite(): Promise<void> | undefined {
    if (--this.#writesLeft > 0) return undefined
    this.#kill()
    return new Promise(() => undefined)
  }
}

/**
 * One of four steps: the user queues a change (`age` is the number of versions by which its base is older than the one
 * last looked at), the user looks at the current version, the app sends changes and may be killed, somebody else writes.
 */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('queue' as const), isComment: fc.boolean(), age: fc.nat(3) }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'look' as const }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('flush' as const), killAtWrite: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'other' as const }) },
)
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

/**
 * Carries out the steps and a last flush.
 * @returns the changes that the service accepted; `based`, the version on which each change is based, keyed by its new
 *   name or comment; `byOthers`, the versions that others produced; and the entries left in the queue.
 */
async function carryOut(steps: readonly Step[]) {
  const store = new KillableStore()
  const opened = await open(store)
  const incident = new VersionedIncident(1)
  opened.service.react = incident.react
  let { queue } = opened
  let [seen, count, days] = [1, 0, 1]
  const based = new Map<string, number>()
  const byOthers = new Set<number>()
  for (const each of steps) {
    if (each.kind === 'look') seen = incident.version
    if (each.kind === 'other') byOthers.add(++incident.version)
    if (each.kind === 'queue') {
      const text = `Text ${++count}`
      const ifMatch = Math.max(seen - each.age, await oldestBase(queue, seen))
      based.set(text, ifMatch)
      await queue.update(known, each.isComment ? { comment: text } : { name: text }, { ifMatch })
    }
    if (each.kind === 'flush') {
      const killed = store.killAt(each.killAtWrite === 0 ? Infinity : each.killAtWrite)
      await Promise.race([queue.flush(once), killed])
      store.restart()
      seen = incident.version
      queue = await opened.reopenAt(new Date(Date.UTC(2026, 2, 1 + days++)).toISOString())
    }
  }
  await queue.flush()
  const entries = await queue.entries()
  return { changes: incident.changes, based, byOthers, entries }
}

const changesIn = (entries: QueueEntry[]): ChangeEntry[] => entries.filter((entry) => entry.kind === 'change')
const textOf = ({ patch }: Pick<ChangeEntry, 'patch'>): string => String(patch.name ?? patch.comment)

/** Returns the lowest version since which only waiting changes have changed the incident, at most `seen`. */
async function oldestBase(queue: OfflineQueue, seen: number): Promise<number> {
  const changes = changesIn(await queue.entries())
  return Math.min(seen, ...changes.map(({ ifMatch, ownSince = ifMatch }) => ownSince!))
}

const queueName = { kind: 'queue', isComment: false, age: 0 } as const
const killAt = (killAtWrite: number) => ({ kind: 'flush', killAtWrite }) as const

test('after a kill, a change behind a patch with only a comment is not in conflict with a change sent before the kill', async () => {
  const { changes, based, entries } = await carryOut([
    queueName,
    { ...queueName, isComment: true },
    queueName,
    killAt(4),
  ])
  expect(entries).toEqual([])
  expect(changes.map(textOf)).toEqual([...based.keys()])
})

const queueOlder = { ...queueName, age: 1 }

test.each([
  ['based on an older version', [queueName, queueName, killAt(4), queueName, queueOlder, killAt(4)], [1, 1, 2, 1]],
  ['raised before a kill', [queueName, killAt(2), queueName, queueOlder, queueOlder, killAt(3)], [1, 2, 1, 1]],
])(
  'a change %s, behind a change with another ifMatch, is not in conflict with changes of its queue',
  async (_, steps, bases) => {
    const { changes, based, entries } = await carryOut(steps)
    expect([...based.values()]).toEqual(bases)
    expect(entries).toEqual([])
    expect(changes.map(textOf)).toEqual([...based.keys()])
  },
)

test('after a kill, `retry` with a version does not put later changes in conflict with changes of their queue', async () => {
  const store = new KillableStore()
  const { queue, service, reopenAt } = await open(store)
  const incident = new VersionedIncident(1)
  service.react = (request, signal) =>
    incident.changes.length === 0 ? incident.react(request, signal) : problem('transition_not_allowed', 400)
  for (const name of ['a', 'b', 'c']) await queue.update(known, { name }, { ifMatch: 1 })
  // Writes 1 to 3 send "a", and writes 4 and 5 park "b".
  const killed = store.killAt(6)
  await Promise.race([queue.flush(once), killed])
  store.restart()
  service.react = incident.react
  const later = await reopenAt('2026-03-02T12:00:00.000Z')
  const [parked] = changesIn(await later.entries())
  expect(parked).toMatchObject({ patch: { name: 'b' }, state: 'parked', ifMatch: 2 })
  await later.retry(parked!.id, { name: 'B' }, { ifMatch: 2 })
  expect(await later.flush()).toMatchObject({ outcome: 'finished', sent: 2, parked: 0 })
  expect(incident.changes.map(textOf)).toEqual(['a', 'B', 'c'])
})

test('queued changes are carried out once and in order if nobody else changes the incident, however often the process is killed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        step.filter(({ kind }) => kind !== 'other'),
        { maxLength: 30 },
      ),
      async (steps) => {
        const { changes, based, entries } = await carryOut(steps)
        expect(entries).toEqual([])
        expect(changes.map(textOf)).toEqual([...based.keys()])
      },
    ),
  )
})

test('a queued change is never carried out if somebody else has changed the incident since the user looked at it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { changes, based, byOthers } = await carryOut(steps)
      for (const { patch, ifMatch } of changes) {
        const [base, before] = [based.get(textOf({ patch }))!, Number(ifMatch!.slice(1, -1))]
        for (let version = base + 1; version <= before; version++) expect(byOthers).not.toContain(version)
      }
    }),
  )
})
