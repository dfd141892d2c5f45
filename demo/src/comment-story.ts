import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Random } from './random.ts'
import { talk } from './shop-comments.ts'
import type { History } from './incident-history.ts'
import { dayMs } from './incident-story.ts'

export interface StoryComment {
  incidentId: Uuid
  message: string
  externalId: string | undefined
  /** Staff user who writes the comment; undefined for a comment that another system adds through the API. */
  authorId: Uuid | undefined
  at: string
}

/** Invents the comments on one incident, oldest first. About four in ten incidents get no comment. */
export function commentStory(
  random: Random,
  { id, createdAt, assigneeId }: Pick<History, 'id' | 'createdAt' | 'assigneeId'>,
  typeName: string,
  staff: Uuid[],
  nowMs: number,
): StoryComment[] {
  const lines = talk[typeName]
  if (!lines || random.chance(0.4)) return []
  const count = random.between(1, 4)
  const spanMs = Math.min(nowMs - Date.parse(createdAt), 3 * dayMs)
  const comments = Array.from({ length: count }, (_, index) => {
    const isByStaff = random.chance(0.65)
    return {
      incidentId: id,
      message: random.pick(isByStaff ? lines.staff : lines.machines),
      externalId: !isByStaff && random.chance(0.6) ? `msg-${random.between(100_000, 999_999)}` : undefined,
      authorId: isByStaff ? (assigneeId ?? random.pick(staff)) : undefined,
      at: new Date(Date.parse(createdAt) + (spanMs * (index + 1)) / (count + 2)).toISOString(),
    }
  })
  // Drop repeated messages.
  return comments.filter(({ message }, index) => comments.findIndex((one) => one.message === message) === index)
}
