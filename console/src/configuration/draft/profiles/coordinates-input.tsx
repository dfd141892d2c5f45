import { Group, NumberInput } from '@mantine/core'
import { configurationDraftTexts } from '../../../texts/configuration-draft.ts'
import type { InputProps } from './default-input.tsx'

const texts = configurationDraftTexts.inputs

interface Coordinates {
  latitude?: number
  longitude?: number
}

interface CoordinatesInputProps extends InputProps {
  value: Coordinates | undefined
  onChange: (value: Coordinates | undefined) => void
}

/** Inputs for the default latitude and longitude. The server reports a violation if only one of the two is given. */
export function CoordinatesInput({ value = {}, onChange, error, ...props }: CoordinatesInputProps) {
  const input = (part: 'latitude' | 'longitude', largest: number) => (
    <NumberInput
      id={part === 'latitude' ? props.id : `${props.id}-longitude`}
      aria-label={`${props['aria-label']}, ${texts[part]}`}
      placeholder={texts[part]}
      hideControls
      min={-largest}
      max={largest}
      decimalScale={8}
      error={error !== undefined && (part === 'latitude' ? error : true)}
      value={value[part] ?? ''}
      onChange={(number) => {
        const { [part]: _, ...other } = value
        const next = typeof number === 'number' ? { ...other, [part]: number } : other
        onChange(Object.keys(next).length > 0 ? inOrder(next) : undefined)
      }}
    />
  )
  return (
    <Group grow gap="xs" align="flex-start" wrap="nowrap">
      {input('latitude', 90)}
      {input('longitude', 180)}
    </Group>
  )
}

const inOrder = ({ latitude, longitude }: Coordinates): Coordinates => ({
  ...(latitude !== undefined && { latitude }),
  ...(longitude !== undefined && { longitude }),
})
