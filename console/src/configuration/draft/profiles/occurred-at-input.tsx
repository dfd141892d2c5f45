import { Select, Stack, TextInput } from '@mantine/core'
import { configurationDraftTexts } from '../../../texts/configuration-draft.ts'
import { instantOf, localTextOf } from '../../../texts/local-time.ts'
import type { InputProps } from './default-input.tsx'

const texts = configurationDraftTexts.inputs

interface OccurredAtInputProps extends InputProps {
  /** `now`: that of the receipt. */
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** The default time: none, that of the receipt, or a certain one by the clock of this browser. */
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
