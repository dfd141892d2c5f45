import { TocsinProblem, type Priority, type TocsinClient } from '@tocsin/client'
import type { seededRandom } from './seeded-random.ts'

/** Number of successful writes of each kind. */
export type WriteCounts = Record<string, number>

interface Writer {
  client: TocsinClient
  random: ReturnType<typeof seededRandom>
  /** Ids that all writers share, so that they change and delete the same incidents. */
  shared: { incidents: string[]; comments: string[] }
}

const priorities: Priority[] = ['MINOR', 'NORMAL', 'MAJOR', 'CRITICAL']

const writes: Record<string, (writer: Writer) => Promise<unknown>> = {
  async create({ client, random, shared }) {
    const tags = Array.from({ length: random.below(3) }, (_, index) => `tag-${index}`)
    const incident = await client.incidents.create({ name: `Report ${random.below(1_000_000)} – Kühlraum`, tags })
    shared.incidents.push(incident.id)
  },
  change: ({ client, random, shared }) =>
    client.incidents.update(oneOf(shared.incidents, random), {
      priority: priorities[random.below(4)]!,
      description: random.below(4) === 0 ? null : `Description ${random.below(1_000_000)}`,
      ...(random.below(3) === 0 && { comment: `With a change ${random.below(1_000)}` }),
    }),
  async move({ client, random, shared }) {
    const { id, nextStates } = await client.incidents.get(oneOf(shared.incidents, random))
    if (nextStates.length > 0) await client.incidents.update(id, { stateId: oneOf(nextStates, random).id })
  },
  async comment({ client, random, shared }) {
    const message = `Comment ${random.below(1_000_000)}`
    shared.comments.push((await client.comments.create(oneOf(shared.incidents, random), { message })).id)
  },
  async changeComment({ client, random, shared }) {
    if (shared.comments.length === 0) return
    await client.comments.update(oneOf(shared.comments, random), { message: `Edited ${random.below(1_000_000)}` })
  },
  async deleteComment({ client, random, shared }) {
    if (shared.comments.length > 0) await client.comments.delete(oneOf(shared.comments, random))
  },
  delete: ({ client, random, shared }) => client.incidents.delete(oneOf(shared.incidents, random)),
  restore: ({ client, random, shared }) => client.incidents.restore(oneOf(shared.incidents, random)),
  attach: ({ client, random, shared }) =>
    client.incidents.media.attach(oneOf(shared.incidents, random), new Blob(['text']), { fileName: 'a.txt' }),
  batch: ({ client, random, shared }) =>
    client.incidents.batch([
      { create: { name: `Batch ${random.below(1_000_000)}` } },
      { patch: { id: oneOf(shared.incidents, random), body: { externalId: `x-${random.below(1_000)}` } } },
    ]),
}

/** Kinds of writes to choose from at random. A kind that is to be chosen more often is listed several times. */
const choices = Object.keys(writes).flatMap((kind) =>
  Array.from({ length: { create: 4, change: 6, comment: 5, restore: 3, delete: 2 }[kind] ?? 1 }, () => kind),
)

/**
 * Makes random writes, one after the other, until the signal is aborted. Writes to deleted incidents and comments are
 * rejected, and do not count.
 */
export async function writeRandomly(writer: Writer, counts: WriteCounts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const kind = oneOf(choices, writer.random)
    try {
      await writes[kind]!(writer)
      counts[kind] = (counts[kind] ?? 0) + 1
    } catch (error) {
      if (!(error instanceof TocsinProblem) || error.status >= 500) throw error
    }
  }
}

/** Creates a number of incidents in batches. @returns their ids. */
export async function createMany(client: TocsinClient, count: number): Promise<string[]> {
  const items = Array.from({ length: count }, (_, index) => ({ create: { name: `Earlier report ${index}` } }))
  const { results } = await client.incidents.batch(items)
  return results.flatMap((result) => (result.problem ? [] : [result.incidentId]))
}

const oneOf = <Item>(items: Item[], random: Writer['random']): Item => items[random.below(items.length)]!
