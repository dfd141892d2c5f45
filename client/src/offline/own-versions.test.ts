import fc from 'fast-check'
import { expect, test } from 'vitest'
import { open } from '../../test/support/open-queue.ts'
import { VersionedIncident } from '../../test/support/versioned-incident.ts'
import { MemoryStore } from '../stores/memory.ts'
import type { QueueEntry } from './entry.ts'

const known = { incidentId: '0199a3c4-5d1e-7c52-9a0b-3f6f2a1c8e77' }
const once = { retry: { attemptsMaximum: 1 } }

/** Store of a process that is killed at a given write. A second queue can then use the store. */
class KillableStore extends MemoryStore {
  #writesLeft = Infinity
  #kill = (): void => undefined

  /** Kills the process before it makes its write number `writes` from now on. @returns the moment of the kill. */
  killAt(writes: number): Promise<void> {
    this.#writesLeft = writes
    return new Promise((resolve) => {
      this.#kill = resolve
    })
  }

  live(): void {
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

/** A user queues a change or looks at the current version, the app sends changes and may be killed, or somebody else writes. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'queue' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'look' as const }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('flush' as const), killAtWrite: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'other' as const }) },
)
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

/**
 * Carries out the steps and a last flush.
 * @returns the changes that the service accepted; `based`, the version that the user last looked at, keyed by the new
 *   name; `byOthers`, the versions that others produced; and the entries left in the queue.
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
      const name = `Name ${++count}`
      based.set(name, seen)
      await queue.update(known, { name }, { ifMatch: seen })
    }
    if (each.kind === 'flush') {
      const killed = store.killAt(each.killAtWrite === 0 ? Infinity : each.killAtWrite)
      await Promise.race([queue.flush(once), killed])
      store.live()
      seen = incident.version
      queue = await opened.reopenAt(new Date(Date.UTC(2026, 2, 1 + days++)).toISOString())
    }
  }
  await queue.flush()
  const entries = await queue.entries()
  return { changes: incident.changes, based, byOthers, entries }
}

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
        expect(changes.map(({ patch }) => patch.name)).toEqual([...based.keys()])
      },
    ),
  )
})

test('a queued change is never carried out if somebody else has changed the incident since the user looked at it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { changes, based, byOthers } = await carryOut(steps)
      for (const { patch, ifMatch } of changes) {
        const [seen, before] = [based.get(String(patch.name))!, Number(ifMatch!.slice(1, -1))]
        for (let version = seen + 1; version <= before; version++) expect(byOthers).not.toContain(version)
      }
    }),
  )
})
