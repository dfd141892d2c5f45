import { Button, Stack, Switch, Text, VisuallyHidden } from '@mantine/core'
import type { TimelineEntry } from '@tocsin/contract/events/timeline.ts'
import { useState } from 'react'
import { usePrintedAt } from '../../../browser/use-printed-at.ts'
import { incidentDetailTexts } from '../../../texts/incident-detail.ts'
import type { Names } from '../../../incident-form/names.ts'
import { iconOf } from './describe-entry.ts'
import classes from '../detail.module.css'
import { TimelineItem } from './timeline-item.tsx'

const texts = incidentDetailTexts.timeline
const shownAtFirst = 50
const theBeginning = ''

interface TimelineProps {
  /** Timeline entries, the oldest first. */
  entries: readonly TimelineEntry[]
  names: Names
}

/**
 * Timeline of an incident, the newest entry first. A button shows the earlier entries; on paper, they are always shown.
 * Screen readers announce new comments here. Other parts of the page announce the other changes.
 */
export function Timeline({ entries, names }: TimelineProps) {
  const [onlyComments, setOnlyComments] = useState(false)
  // Time of the oldest entry to show. This time never moves forward: a shown entry must not disappear, because the
  // entry may contain an open comment editor.
  const [since, setSince] = useState(() => beginningOf(entries))
  const comments = entries.filter(({ kind }) => kind === 'comment.created')
  const newest = comments.at(-1)
  const [newestAtFirst] = useState(newest?.at ?? theBeginning)
  const wanted = onlyComments ? comments : entries
  const isPrinting = usePrintedAt() !== undefined
  const shown = wanted.filter(({ at }) => isPrinting || at >= since).toReversed()
  const hidden = wanted.length - shown.length
  const showOnlyComments = (only: boolean) => {
    setOnlyComments(only)
    if (only) setSince(earliest(since, beginningOf(comments)))
  }
  return (
    <Stack gap="md">
      <VisuallyHidden component="output">
        {/* The key replaces the text, so that two comments by the same person are two announcements. */}
        {newest && newest.at > newestAtFirst && <span key={newest.id}>{texts.newComment(newest.actor.name)}</span>}
      </VisuallyHidden>
      <Switch
        size="sm"
        label={texts.onlyComments}
        checked={onlyComments}
        onChange={({ currentTarget }) => showOnlyComments(currentTarget.checked)}
      />
      {wanted.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.none}
        </Text>
      )}
      <ol className={classes.timeline} aria-label={texts.title}>
        {shown.map((entry) => {
          const Shape = iconOf(entry)
          return (
            <li key={entry.id} className={classes.entry} data-comment={entry.comment !== null || undefined}>
              <Shape size={26} className={classes.bullet} aria-hidden />
              <TimelineItem entry={entry} names={names} />
            </li>
          )
        })}
      </ol>
      {hidden > 0 && (
        <Button variant="default" onClick={() => setSince(theBeginning)}>
          {texts.earlier(hidden)}
        </Button>
      )}
    </Stack>
  )
}

/** Returns the time of the oldest entry that the timeline shows at first. A button shows all older entries. */
const beginningOf = (entries: readonly TimelineEntry[]): string => entries.at(-shownAtFirst)?.at ?? theBeginning

const earliest = (one: string, other: string): string => (other < one ? other : one)
