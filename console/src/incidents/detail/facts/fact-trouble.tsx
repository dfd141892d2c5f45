import { Text } from '@mantine/core'
import type { Names } from '../../../incident-form/names.ts'
import { FactConflictChoice } from '../../facts/fact-conflict.tsx'
import type { FactName, Facts } from './use-facts.ts'

interface FactTroubleNoticeProps {
  fact: FactName
  facts: Facts
  names: Names
}

/** Explains below a fact why the user's last choice was not stored. Otherwise renders nothing. */
export function FactTroubleNotice({ fact, facts, names }: FactTroubleNoticeProps) {
  const trouble = facts.troubleOf(fact)
  if (!trouble) return null
  if ('rejection' in trouble) {
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {trouble.rejection}
      </Text>
    )
  }
  const { conflict } = trouble
  return (
    <FactConflictChoice
      conflict={conflict}
      names={names}
      onKeepMine={() => facts.choose(conflict.patch, conflict.incident)}
      onTakeTheirs={() => facts.dismiss(fact)}
    />
  )
}
