import { CloseButton, Group, Paper, Text } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { useCallback } from 'react'
import { formatFileSize } from '../texts/format.ts'
import { mediaTexts as texts } from '../texts/media.ts'
import { fileKey } from './file-key.ts'
import classes from './media.module.css'
import { isShownByBrowsers } from './shown-types.ts'

interface ChosenFilesProps {
  files: readonly File[]
  onUnchoose: (file: File) => void
  disabled?: boolean
}

export function ChosenFiles({ files, onUnchoose, disabled = false }: ChosenFilesProps) {
  if (files.length === 0) return null
  return (
    <ul className={classes.list} aria-label={texts.chosen(files.length)}>
      {files.map((file) => (
        <Paper component="li" withBorder p={6} key={fileKey(file)}>
          <Group gap="xs" wrap="nowrap">
            <Preview file={file} />
            <div className={classes.fileName}>
              <Text size="sm" truncate>
                {file.name}
              </Text>
              <Text size="xs" c="dimmed">
                {formatFileSize(file.size)}
              </Text>
            </div>
            <CloseButton aria-label={texts.unchoose(file.name)} disabled={disabled} onClick={() => onUnchoose(file)} />
          </Group>
        </Paper>
      ))}
    </ul>
  )
}

/** Preview of a chosen file: the picture if every browser can draw its format, else an icon, for example for SVG. */
function Preview({ file }: { file: File }) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined
      image.src = URL.createObjectURL(file)
      return () => URL.revokeObjectURL(image.src)
    },
    [file],
  )
  if (isShownByBrowsers(file.type)) return <img ref={show} className={classes.preview} alt="" />
  return <IconFile className={classes.preview} stroke={1.4} aria-hidden />
}
