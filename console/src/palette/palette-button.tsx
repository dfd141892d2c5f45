import { Text, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { paletteTexts as texts } from '../texts/palette.ts'
import classes from './palette-button.module.css'
import { useOpenPalette } from './palette-provider.tsx'

/** Button that opens the palette. It looks like a field and shows the keys that open the palette. */
export function PaletteButton({ onOpen }: { onOpen?: () => void }) {
  const open = useOpenPalette()
  return (
    <UnstyledButton
      className={classes.button!}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => {
        onOpen?.()
        open()
      }}
    >
      <IconSearch size={16} aria-hidden />
      <Text span size="sm" truncate className={classes.label!}>
        {texts.open}
      </Text>
      <Text span size="xs" className={classes.keys!} aria-hidden>
        {texts.keys}
      </Text>
    </UnstyledButton>
  )
}
