import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import { useState } from 'react'
import { incidentFormTexts as texts } from '../texts/incident-form.ts'
import type { FieldContext } from './field-context.ts'
import { ReadOnlyField } from './read-only-field.tsx'

/** Fields for latitude and longitude with a button that reads the device's position. */
export function CoordinateFields({ context }: { context: FieldContext }) {
  const [failed, setFailed] = useState(false)
  if (context.isHidden('latitude')) return null
  if (context.isReadOnly('latitude')) {
    return (
      <Group grow align="flex-start" gap="sm">
        <ReadOnlyField context={context} field="latitude" />
        <ReadOnlyField context={context} field="longitude" />
      </Group>
    )
  }
  const input = (field: 'latitude' | 'longitude') => (
    <TextInput
      {...context.propsOf(field)}
      inputMode="text"
      autoComplete="off"
      value={context.shown[field]}
      // Typing into one field enters both coordinates, because the server applies default coordinates only if both are
      // absent.
      onChange={({ currentTarget }) => {
        const { latitude, longitude } = context.shown
        context.onEnter({ latitude, longitude, [field]: currentTarget.value })
      }}
    />
  )
  return (
    <Stack gap="xs" align="flex-start">
      <Group grow align="flex-start" gap="sm" w="100%">
        {input('latitude')}
        {input('longitude')}
      </Group>
      {'geolocation' in navigator && (
        <Button
          variant="default"
          size="xs"
          disabled={context.isSending === true}
          leftSection={<IconCurrentLocation size={16} aria-hidden />}
          onClick={() => fillIn(context, setFailed)}
        >
          {texts.here}
        </Button>
      )}
      {failed && (
        <Text size="sm" role="alert">
          {texts.hereFailed}
        </Text>
      )}
    </Stack>
  )
}

function fillIn(context: FieldContext, setFailed: (failed: boolean) => void): void {
  setFailed(false)
  navigator.geolocation.getCurrentPosition(
    // Five decimal places correspond to a precision of about one metre.
    ({ coords }) => context.onEnter({ latitude: coords.latitude.toFixed(5), longitude: coords.longitude.toFixed(5) }),
    () => setFailed(true),
    { enableHighAccuracy: true, timeout: 15_000 },
  )
}
