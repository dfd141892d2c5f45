import { Alert, Button, List, Stack, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { isSame } from '../../../api/is-same.ts'
import { incidentDetailTexts } from '../../../texts/incident-detail.ts'
import { fieldTexts } from '../../../texts/incident-form.ts'
import { shownValuesOf, type Entries } from '../../../incident-form/entries.ts'
import type { Names } from '../../../incident-form/names.ts'
import { valueInWords } from '../../../incident-form/value-in-words.ts'
import { lastChanger } from '../../facts/changer-of.ts'
import { timelineQuery } from '../timeline/timeline-query.ts'
import { changedFields, editableFields, type EditableField } from './to-edit.ts'

const texts = incidentDetailTexts.conflict
const nothing = incidentDetailTexts.timeline.nothing

interface ConflictNoticeProps {
  /** Incident as it was when the user started to edit or last saved. */
  editedFrom: IncidentResponse
  /** Incident as currently stored on the server, with the changes of other users. */
  incident: IncidentResponse
  entries: Entries
  names: Names
  /** True if the last save failed because of other users' changes. */
  isConflict: boolean
  /** Fields of the editor; all fields by default. */
  fields?: readonly EditableField[]
  /**
   * Called with a field for which the user takes the other user's value; undefined if the editor has its own button for
   * this.
   */
  onTakeTheirs?: (field: EditableField) => void
}

/** Lists the changes that other users have made since the user started to edit. The user's own entries are not lost. */
export function ConflictNotice({
  editedFrom,
  incident,
  entries,
  names,
  isConflict,
  fields = editableFields,
  onTakeTheirs,
}: ConflictNoticeProps) {
  const changed = changedFields(editedFrom, incident, fields)
  const { data: timeline } = useQuery(timelineQuery(incident.id))
  if (changed.length === 0) return null
  const shown = shownValuesOf(incident)
  const words = (field: EditableField, value: unknown) => valueInWords(field, value, names) ?? nothing
  return (
    <Alert
      color="yellow"
      variant="light"
      role={isConflict ? 'alert' : 'status'}
      icon={<IconUsers aria-hidden />}
      title={texts.title(lastChanger(timeline?.entries, changed))}
    >
      <Stack gap="xs">
        <List size="sm">
          {changed.map((field) => {
            const mine = entries[field]
            const isContested = mine !== undefined && !isSame(mine, shown[field])
            return (
              <List.Item key={field}>
                {texts.field(fieldTexts[field], words(field, editedFrom[field]), words(field, incident[field]))}
                {isContested && (
                  <>
                    {' '}
                    {texts.yours(words(field, mine))}{' '}
                    {onTakeTheirs && (
                      <Button size="compact-xs" variant="default" onClick={() => onTakeTheirs(field)}>
                        {texts.takeTheirs(fieldTexts[field])}
                      </Button>
                    )}
                  </>
                )}
              </List.Item>
            )
          })}
        </List>
        <Text size="sm">{texts.nothingLost}</Text>
      </Stack>
    </Alert>
  )
}
