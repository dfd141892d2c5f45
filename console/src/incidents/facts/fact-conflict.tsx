import { Button, Group, Stack, Text } from '@mantine/core'
import { valueInWords } from '../../incident-form/value-in-words.ts'
import type { Names } from '../../incident-form/names.ts'
import { incidentFactTexts } from '../../texts/incident-facts.ts'
import { fieldTexts } from '../../texts/incident-form.ts'
import { labelledField } from './describe-fact-change.ts'
import type { FactConflict } from './use-change-fact.ts'

const texts = incidentFactTexts.conflict

interface FactConflictProps {
  conflict: FactConflict
  names: Names
  /** Stores the user's choice in place of the other user's value. */
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Names the colleague who has changed the same fact, and lets the user choose one of the two values. */
export function FactConflictChoice({ conflict, names, onKeepMine, onTakeTheirs }: FactConflictProps) {
  const { incident, patch, changedBy } = conflict
  const field = labelledField(patch)
  const words = (value: unknown) => valueInWords(field, value, names) ?? incidentFactTexts.nothing
  const mine = patch[field as keyof typeof patch]
  return (
    <Stack gap={6} role="alert">
      <Text size="sm">{texts.changed(changedBy, fieldTexts[field], words(incident[field]))}</Text>
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={onKeepMine}>
          {texts.keepMine(words(mine))}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onTakeTheirs}>
          {texts.takeTheirs}
        </Button>
      </Group>
    </Stack>
  )
}
