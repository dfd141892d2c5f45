import { Readable } from 'node:stream'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { addComment } from '../../server/src/comments/add.ts'
import { attachMedia } from '../../server/src/media/attach.ts'
import type { MediaSubject } from '../../server/src/media/subject.ts'
import type { MediaStorage } from '../../server/src/media/storage/storage.ts'
import { auditorScope } from '../../server/src/organizations/queries.ts'
import type { OrganizationScope } from '../../server/src/scope.ts'
import { drawPhotos, type Scene } from './draw-photo.ts'
import { backdateComments } from './queries.ts'
import type { Random } from './random.ts'
import type { StoryComment } from './comment-story.ts'

const photosOfComments = 14

/** Photo to draw: its scene, and the comment or incident to attach it to. */
export interface Snapshot {
  scope: OrganizationScope
  subject: MediaSubject
  scene: Scene
}

/**
 * Adds comments by staff and by other systems. The newest comments by staff get a photo each, `photosOfComments` in
 * total. The newest comment by staff also gets a CSV file.
 */
export async function addComments(
  operator: OrganizationScope,
  storage: MediaStorage,
  random: Random,
  comments: (StoryComment & { scene: Scene })[],
): Promise<void> {
  const auditor = await auditorScope(operator)
  const added: { id: Uuid; at: string }[] = []
  const snapshots: Snapshot[] = []
  for (const { incidentId, message, externalId, authorId, at, scene } of comments) {
    const scope = authorId ? operator.actingAs(authorId) : auditor
    const body = { relatedEntityId: incidentId, message, externalId }
    const { comment } = await addComment(scope, body, { madeThroughApi: !authorId })
    added.push({ id: comment.id, at })
    // Attach photos to comments by staff only, because a comment by another system cannot have files.
    if (authorId) snapshots.push({ scope, subject: { commentId: comment.id }, scene })
  }
  const photographed = snapshots.slice(-photosOfComments)
  await attachPhotos(storage, random, photographed)
  const last = photographed.at(-1)
  if (last) await attachLog(last, storage)
  await backdateComments(operator, added)
}

export async function attachPhotos(storage: MediaStorage, random: Random, snapshots: Snapshot[]): Promise<void> {
  const scenes = snapshots.map(({ scene }) => scene)
  for (const [index, photo] of (await drawPhotos(scenes, random)).entries()) {
    const { scope, subject } = snapshots[index]!
    const fileName = `IMG_${random.between(1000, 9999)}.jpg`
    await attachMedia(scope, storage, subject, { fileName, stream: Readable.from([photo]) })
  }
}

/** Attaches a CSV file, so that the demo has a file without a thumbnail. */
async function attachLog({ scope, subject }: Snapshot, storage: MediaStorage): Promise<void> {
  const rows = Array.from(
    { length: 24 },
    (_, hour) => `${String(hour).padStart(2, '0')}:00;${(hour / 4 - 18).toFixed(1)}`,
  )
  const content = Buffer.from(['time;celsius', ...rows, ''].join('\r\n'))
  await attachMedia(scope, storage, subject, { fileName: 'temperature-log.csv', stream: Readable.from([content]) })
}
