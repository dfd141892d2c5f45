import type { TimelineEntry } from '@tocsin/contract/timeline.ts'
import { commentTexts } from '../../texts/comments.ts'
import { incidentDetailTexts } from '../../texts/incident-detail.ts'
import { fieldTexts } from '../../texts/incident-form.ts'
import type { Names } from '../use-names.ts'
import { valueInWords } from '../value-in-words.ts'

const texts = incidentDetailTexts.timeline

/** One field that changed, in words. */
export interface DescribedChange {
  field: string
  label: string
  from: string
  to: string
}

export interface DescribedEntry {
  /** What whoever did it did, to stand after their name. */
  what: string
  changes: DescribedChange[]
}

/** Says what happened: of a change, each field with what it was and what it is. */
export function describeEntry({ kind, actor, changes, comment }: TimelineEntry, names: Names): DescribedEntry {
  switch (kind) {
    case 'comment_added':
      return said(
        comment?.madeThroughApi ? `${commentTexts.commented} ${commentTexts.throughApi}` : commentTexts.commented,
      )
    case 'comment_removed':
      return said(texts.commentRemoved(changes.createdBy === actor.id))
    case 'incident_created':
      return said(actor.kind === 'external_api_auditor' ? texts.createdThroughApi : texts.created)
    case 'media_attached':
      return said(texts.fileAttached(nameIn(changes)))
    case 'media_removed':
      return said(texts.fileRemoved(nameIn(changes)))
    case 'incident_edited':
      return { what: texts.edited, changes: describeChanges(changes, names) }
    case 'incident_transitioned':
      return { what: texts.transitioned, changes: describeChanges(changes, names) }
    case 'incident_assigned':
      return { what: texts.assigned, changes: describeChanges(changes, names) }
    default:
      return { what: texts.other, changes: describeChanges(changes, names) }
  }
}

const said = (what: string): DescribedEntry => ({ what, changes: [] })

const nameIn = ({ fileName }: TimelineEntry['changes']): string =>
  typeof fileName === 'string' ? fileName : texts.aFile

/** Only what was recorded as [from, to]; `lastModifiedAt` and its like follow from that. */
function describeChanges(changes: TimelineEntry['changes'], names: Names): DescribedChange[] {
  return Object.entries(changes).flatMap(([field, value]) => {
    if (!Object.hasOwn(fieldTexts, field) || !Array.isArray(value) || value.length !== 2) return []
    const nothing = field === 'assigneeId' ? texts.nobody : texts.nothing
    const [from, to] = value.map((one) => valueInWords(field, one, names) ?? nothing)
    return [{ field, label: fieldTexts[field as keyof typeof fieldTexts], from: from!, to: to! }]
  })
}
