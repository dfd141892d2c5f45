import type { TocsinClient } from '../client.ts'
import { TocsinNetworkError } from '../error.ts'
import type { Comment, Incident } from '../generated/resources.ts'
import type { Page } from '../lists/list.ts'
import type { CallOptions } from '../transport/transport.ts'
import type { ReplicaProgress } from './replicate.ts'
import type { ReplicaCheckpoint, ReplicaStore, WalkStep } from './store.ts'

const lowestId = '00000000-0000-0000-0000-000000000000'
const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Maximum number of rows in one page. The server allows no higher number. */
const pageMaximum = 200

/**
 * Reads all incidents, then all comments, in the order of their ids, and replaces the rows of the store page by page.
 * @param checkpoint stored progress with the next page to read. Without a next page, the lists were read to their end
 *   and are not read again. If undefined, the lists are read from the beginning.
 * @returns the position of the feed that the very first page had. Follow the feed from this position.
 */
export async function* walk(
  client: TocsinClient,
  store: ReplicaStore,
  checkpoint: ReplicaCheckpoint | undefined,
  options: CallOptions,
): AsyncGenerator<ReplicaProgress, string, undefined> {
  let position = checkpoint?.position
  let step = checkpoint ? checkpoint.walk : firstStepOf('incidents')
  while (step) {
    const { list, after } = step
    const page = await readPage(client, step, options)
    position ??= positionOf(page)
    const until = page.nextCursor === undefined ? highestId : (page.items.at(-1)?.id ?? after)
    step = nextStep(step, page.nextCursor, until)
    const changes = {
      replaced: { list, after, until },
      deletedIncidents: [],
      deletedComments: [],
      incidents: [],
      comments: [],
      [list]: page.items,
    }
    const reached: ReplicaCheckpoint = { position, ...(step && { walk: step }) }
    await store.apply(changes, reached)
    yield { changes, checkpoint: reached, isCurrent: false }
  }
  return position!
}

const firstStepOf = (list: WalkStep['list']): WalkStep => ({ list, after: lowestId })

function nextStep({ list }: WalkStep, cursor: string | undefined, after: string): WalkStep | undefined {
  if (cursor !== undefined) return { list, after, cursor }
  return list === 'incidents' ? firstStepOf('comments') : undefined
}

function readPage(
  { incidents, comments }: TocsinClient,
  { list, cursor }: WalkStep,
  options: CallOptions,
): Promise<Page<Incident | Comment>> {
  const rows =
    list === 'incidents'
      ? incidents.list({ sort: [{ key: 'id' }], limit: pageMaximum }, options)
      : comments.listAll({ limit: pageMaximum }, options)
  return rows.page(cursor)
}

function positionOf({ feedPosition }: Page<unknown>): string {
  if (feedPosition !== undefined) return feedPosition
  throw new TocsinNetworkError(
    'The list of incidents was answered without Tocsin-Feed-Position: something on the way removed it.',
    { attempts: 1, idempotencyKey: undefined },
    { status: 200 },
  )
}
