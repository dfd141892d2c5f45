import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { regainFocus } from '../../kit/dialogs/regain-focus.ts'
import { formatShare } from '../../texts/format.ts'
import { locationImportTexts } from '../../texts/location-import.ts'
import type { ImportProgress } from './import-locations.ts'

const texts = locationImportTexts

interface RunningImportProps {
  name: string
  /** Progress of the import; undefined until the server has read the file. */
  progress: ImportProgress | undefined
  onStop: () => void
}

/** Progress of an import with a button to cancel it. */
export function RunningImport({ name, progress, onStop }: RunningImportProps) {
  const share = progress && progress.total > 0 ? progress.done / progress.total : 0
  return (
    <Stack>
      <Text component="output" style={{ overflowWrap: 'anywhere' }}>
        {progress ? texts.importing(name) : texts.sending(name)}
      </Text>
      <Progress.Root size="lg">
        <Progress.Section
          value={share * 100}
          aria-label={texts.importing(name)}
          aria-valuetext={progress ? texts.progress(progress.done, progress.total) : texts.sending(name)}
          animated
        />
      </Progress.Root>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {progress ? `${formatShare(share)} · ${texts.progress(progress.done, progress.total)}` : ' '}
        </Text>
        {/* The button that opened the file picker has disappeared, so this button takes its focus. */}
        <Button variant="default" ref={regainFocus} onClick={onStop}>
          {texts.cancel}
        </Button>
      </Group>
    </Stack>
  )
}
