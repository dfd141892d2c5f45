import { Alert, Button, List, Stack, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { isSame } from '../../../api/is-same.ts'
import { incidentDetailTexts } from '../../../texts/incident-detail.ts'
import { fieldTexts } from '../../../texts/incident-form.ts'
import { shownValuesOf, type Entries } from '../../../incident-form/entries.ts'
import type { Names } from '../../../incident-form/names.ts'
import { valueInWords } from '../../../incident-form/value-in-words.ts'
import { changedFields, type EditableField } from './to-edit.ts'

const texts = incidentDetailTexts.conflict
const nothing = incidentDetailTexts.timeline.nothing

interface ConflictNoticeProps {
  /** Incident when editing started, or as last saved. */
  editedFrom: IncidentResponse
  /** Current incident. */
  incident: IncidentResponse
  entries: Entries
  names: Names
  /** True if the changes made a save fail. */
  isConflict: boolean
  /** Replaces the entry of a field with the other user's value. */
  onTakeTheirs: (field: EditableField) => void
}

/** Lists the changes of other users during an edit. The entries stay. */
export function ConflictNotice({
  editedFrom,
  incident,
  entries,
  names,
  isConflict,
  onTakeTheirs,
}: ConflictNoticeProps) {
  const changed = changedFields(editedFrom, incident)
  if (changed.length === 0) return null
  const shown = shownValuesOf(incident)
  const words = (field: EditableField, value: unknown) => valueInWords(field, value, names) ?? nothing
  return (
    <Alert
      color="yellow"
      variant="light"
      role={isConflict ? 'alert' : 'status'}
      icon={<IconUsers aria-hidden />}
      title={texts.title}
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
                    <Button size="compact-xs" variant="default" onClick={() => onTakeTheirs(field)}>
                      {texts.takeTheirs(fieldTexts[field])}
                    </Button>
                  </>
                )}
              </List.Item>
            )
          })}
        </List>
        <Text size="sm">{texts.kept}</Text>
      </Stack>
    </Alert>
  )
}
