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
  /** The Incident when the editing began, or as it was saved last. */
  editedFrom: IncidentResponse
  /** The Incident as it now stands. */
  incident: IncidentResponse
  entries: Entries
  names: Names
  /** Saving was refused because of it. */
  isRefused: boolean
  /** Gives up what was entered into a field. */
  onTakeTheirs: (field: EditableField) => void
}

/** What somebody else changed while this was being edited: nothing that was entered is lost over it. */
export function ConflictNotice({ editedFrom, incident, entries, names, isRefused, onTakeTheirs }: ConflictNoticeProps) {
  const changed = changedFields(editedFrom, incident)
  if (changed.length === 0) return null
  const shown = shownValuesOf(incident)
  const words = (field: EditableField, value: unknown) => valueInWords(field, value, names) ?? nothing
  return (
    <Alert
      color="yellow"
      variant="light"
      role={isRefused ? 'alert' : 'status'}
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
