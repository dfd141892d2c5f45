import { Stack, TextInput } from '@mantine/core'
import { Select } from '../../../kit/forms/select.tsx'
import { configurationDraftTexts } from '../../../texts/configuration-draft.ts'
import { instantOf, localTextOf } from '../../../texts/local-time.ts'
import type { InputProps } from './default-input.tsx'

const texts = configurationDraftTexts.inputs

interface OccurredAtInputProps extends InputProps {
  /** Fixed instant, `now` for the time at which the server receives the incident, or undefined for no default. */
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Input for the default time of an incident: none, the time of receipt, or a fixed time in the console's time zone. */
export function OccurredAtInput({ value, onChange, error, ...props }: OccurredAtInputProps) {
  const kind = value === undefined ? 'none' : value === 'now' ? 'now' : 'fixed'
  const choose = (chosen: string | null) =>
    onChange(
      chosen === 'now' ? 'now' : chosen === 'fixed' ? instantOf(localTextOf(new Date().toISOString())) : undefined,
    )
  return (
    <Stack gap={4}>
      <Select
        {...props}
        error={kind === 'fixed' ? undefined : error}
        allowDeselect={false}
        value={kind}
        data={Object.entries(texts.occurredAt).map(([of, label]) => ({ value: of, label }))}
        onChange={choose}
      />
      {kind === 'fixed' && (
        <TextInput
          type="datetime-local"
          aria-label={texts.instant}
          error={error}
          value={shown(value!)}
          onChange={({ currentTarget }) => onChange(instantOf(currentTarget.value) ?? '')}
        />
      )}
    </Stack>
  )
}

const shown = (value: string): string => (Number.isNaN(Date.parse(value)) ? '' : localTextOf(value))
