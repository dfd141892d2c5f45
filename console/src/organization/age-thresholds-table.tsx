import { NativeSelect, Table, Text } from '@mantine/core'
import type { Priority } from '@tocsin/contract/api/incident.ts'
import type { AgeThreshold, AgeThresholds } from '@tocsin/contract/console/organization-settings.ts'
import { priorities } from '@tocsin/contract/priorities.ts'
import { incidentTexts } from '../texts/incidents.ts'
import { formatMinutes, organizationTexts } from '../texts/organization.ts'
import classes from './age-thresholds-table.module.css'
import { isOrdered } from './thresholds.ts'

const texts = organizationTexts.ages
const [hour, day] = [60, 24 * 60]

/** Ages in minutes from which the administrator can choose. */
const choices = [
  15,
  30,
  ...[1, 2, 4, 8, 12].map((hours) => hours * hour),
  ...[1, 2, 3, 5, 7, 14, 30, 60, 90].map((days) => days * day),
]

interface AgeThresholdsTableProps {
  value: AgeThresholds
  onChange: (thresholds: AgeThresholds) => void
}

/**
 * Table of the ages at which an open incident turns amber and then red. An administrator chooses both ages for each
 * priority.
 */
export function AgeThresholdsTable({ value, onChange }: AgeThresholdsTableProps) {
  const change = (priority: Priority, part: Partial<AgeThreshold>) =>
    onChange({ ...value, [priority]: { ...value[priority], ...part } })
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {texts.explanation}
      </Text>
      <Table layout="fixed" className={classes.table!}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.priority}</Table.Th>
            <Table.Th>{texts.aging}</Table.Th>
            <Table.Th>{texts.overdue}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {priorities.toReversed().map((priority) => (
            <Table.Tr key={priority}>
              <Table.Th scope="row" fw={500}>
                {incidentTexts.priorities[priority]}
              </Table.Th>
              <Table.Td valign="top">
                <MinutesSelect
                  label={texts.agingOf(priority)}
                  value={value[priority].agingAfterMinutes}
                  onChange={(agingAfterMinutes) => change(priority, { agingAfterMinutes })}
                />
              </Table.Td>
              <Table.Td valign="top">
                <MinutesSelect
                  label={texts.overdueOf(priority)}
                  value={value[priority].overdueAfterMinutes}
                  onChange={(overdueAfterMinutes) => change(priority, { overdueAfterMinutes })}
                  {...(!isOrdered(value[priority]) && { error: texts.order })}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}

interface MinutesSelectProps {
  label: string
  value: number | null
  onChange: (minutes: number | null) => void
  error?: string
}

const never = 'never'

function MinutesSelect({ label, value, onChange, error }: MinutesSelectProps) {
  // Include the current value, because it may differ from the usual choices.
  const minutes = [...new Set([...choices, ...(value === null ? [] : [value])])].toSorted((one, other) => one - other)
  return (
    <NativeSelect
      aria-label={label}
      error={error}
      classNames={{ input: classes.select!, section: classes.section! }}
      value={value ?? never}
      data={[
        ...minutes.map((option) => ({ value: String(option), label: formatMinutes(option) })),
        { value: never, label: texts.never },
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === never ? null : Number(currentTarget.value))}
    />
  )
}
