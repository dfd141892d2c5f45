import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import type { AttachedMedia } from '@tocsin/contract/events/timeline.ts'
import { useRef, useState, type KeyboardEvent } from 'react'
import { Dialog } from '../kit/dialogs/dialog.tsx'
import { formatFileSize, formatInstant } from '../texts/format.ts'
import { mediaTexts } from '../texts/media.ts'
import classes from './lightbox.module.css'
import { isShownByBrowsers } from './shown-types.ts'

const texts = mediaTexts.lightbox
const swipeMinimumPx = 48

interface LightboxProps {
  pictures: readonly AttachedMedia[]
  index: number
  onChange: (index: number) => void
  onClose: () => void
}

/**
 * Full-screen, black dialog with one picture. Arrow keys and one-finger swipes change to the previous or next picture. Escape
 * closes the dialog and returns the focus.
 */
export function Lightbox({ pictures, index, onChange, onClose }: LightboxProps) {
  const touchedAt = useRef<number>(undefined)
  const picture = pictures[index]!
  const step = (by: number) => {
    if (pictures[index + by]) onChange(index + by)
  }
  const stepByKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') step(-1)
    if (key === 'ArrowRight') step(1)
  }
  const arrow = (direction: 'previous' | 'next', by: number, Arrow: typeof IconChevronLeft) => (
    <ActionIcon
      className={classes.turn!}
      data-direction={direction}
      variant="default"
      size={44}
      radius="xl"
      aria-label={texts[direction]}
      disabled={!pictures[index + by]}
      onClick={() => step(by)}
    >
      <Arrow />
    </ActionIcon>
  )
  return (
    <Dialog
      fullScreen
      onClose={onClose}
      onKeyDown={stepByKey}
      title={picture.fileName}
      classNames={{ content: classes.content!, header: classes.header!, close: classes.close! }}
      closeButtonProps={{ 'aria-label': texts.close, size: 44 }}
    >
      <div className={classes.viewer}>
        <div
          className={classes.stage}
          onTouchStart={({ touches }) => {
            touchedAt.current = touches.length === 1 && !isZoomed() ? touches[0]!.clientX : undefined
          }}
          onTouchEnd={({ changedTouches }) => {
            if (touchedAt.current === undefined) return
            const movedPx = changedTouches[0]!.clientX - touchedAt.current
            if (Math.abs(movedPx) > swipeMinimumPx) step(movedPx < 0 ? 1 : -1)
          }}
        >
          <Picture key={picture.id} picture={picture} />
          {pictures.length > 1 && arrow('previous', -1, IconChevronLeft)}
          {pictures.length > 1 && arrow('next', 1, IconChevronRight)}
        </div>
        <Group justify="space-between" mt="xs">
          <Text size="sm" c="dimmed" component="output">
            {texts.position(index + 1, pictures.length)} · {formatFileSize(picture.sizeBytes)} ·{' '}
            <time dateTime={picture.createdAt} title={picture.createdAt}>
              {formatInstant(picture.createdAt)}
            </time>
          </Text>
          <Button
            component="a"
            variant="default"
            href={picture.downloadUrl}
            download={picture.fileName}
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            {texts.download}
          </Button>
        </Group>
      </div>
    </Dialog>
  )
}

/**
 * Returns true if the page is zoomed. In a zoomed page, moving one finger scrolls the page and must not change the
 * picture.
 */
const isZoomed = (): boolean => (window.visualViewport?.scale ?? 1) > 1

/** Shows the picture itself if every browser can draw its format, else the WebP thumbnail of the picture. */
function Picture({ picture }: { picture: AttachedMedia }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <Text>{texts.broken}</Text>
  const address = isShownByBrowsers(picture.contentType) ? picture.downloadUrl : picture.thumbnailDownloadUrl
  return <img src={address ?? undefined} alt={picture.fileName} onError={() => setBroken(true)} />
}
