import { Stack, Text } from '@mantine/core'
import type { TimelineEntry } from '@tocsin/contract/events/timeline.ts'
import { CommentCard } from '../../../comments/comment-card.tsx'
import { incidentDetailTexts } from '../../../texts/incident-detail.ts'
import type { Names } from '../../../incident-form/names.ts'
import { describeEntry, type DescribedChange } from './describe-entry.ts'
import classes from '../detail.module.css'
import { Moment } from '../moment.tsx'

const texts = incidentDetailTexts.timeline

/** One timeline entry: user, action and time, with the comment or with the old and new values of the changed fields. */
export function TimelineItem({ entry, names }: { entry: TimelineEntry; names: Names }) {
  const { action, changes } = describeEntry(entry, names)
  return (
    <Stack gap={6}>
      <Text size="sm" className={classes.anywhere!}>
        <b>{entry.actor.name}</b> {action} · <Moment at={entry.at} />
      </Text>
      {changes.length > 0 && (
        <ul className={classes.changes}>
          {changes.map((change) => (
            <Change key={change.field} change={change} />
          ))}
        </ul>
      )}
      {entry.comment && <CommentCard comment={entry.comment} author={entry.actor} />}
    </Stack>
  )
}

const Change = ({ change: { label, from, to } }: { change: DescribedChange }) => (
  <li className={classes.anywhere}>
    {label}: <span className={classes.prose}>{texts.from}</span> <del className={classes.from}>{from}</del>{' '}
    <span className={classes.prose}>{texts.to}</span> <ins className={classes.to}>{to}</ins>
  </li>
)
