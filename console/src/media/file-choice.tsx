import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCamera, IconPaperclip } from '@tabler/icons-react'
import { useRef, type ChangeEvent } from 'react'
import { mediaTexts as texts } from '../texts/media.ts'
import classes from './media.module.css'

interface FileChoiceProps {
  onFiles: (files: File[]) => void
  disabled?: boolean
  withHint?: boolean
  /** True for a large camera button on phones, where the photo is the first field of a form. */
  isCameraLarge?: boolean
}

/** Buttons to take a photo with a phone's camera or to choose files from the device. */
export function FileChoice({ onFiles, disabled = false, withHint = false, isCameraLarge = false }: FileChoiceProps) {
  const camera = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(currentTarget.files ?? [])])
    // Empty the field, because browsers send no change event if the user chooses the same file a second time.
    currentTarget.value = ''
  }
  return (
    <Stack gap={4} data-screen-only>
      <input ref={camera} type="file" accept="image/*" capture="environment" hidden onChange={choose} />
      <input ref={files} type="file" multiple hidden onChange={choose} />
      <Group gap="xs">
        <Button
          variant={isCameraLarge ? 'light' : 'default'}
          {...(isCameraLarge && { className: classes.camera! })}
          hiddenFrom="sm"
          disabled={disabled}
          leftSection={<IconCamera size={isCameraLarge ? 28 : 18} aria-hidden />}
          onClick={() => camera.current?.click()}
        >
          {texts.takePhoto}
        </Button>
        <Button
          variant="default"
          disabled={disabled}
          leftSection={<IconPaperclip size={18} aria-hidden />}
          onClick={() => files.current?.click()}
        >
          {texts.chooseFiles}
        </Button>
      </Group>
      {withHint && (
        <Text size="xs" c="dimmed" visibleFrom="sm">
          {texts.hint}
        </Text>
      )}
    </Stack>
  )
}
